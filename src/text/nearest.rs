//! What a mistyped word was probably meant to be.

/// Steps from one word to the other, case ignored: letters put in, left out, replaced, or swapped with their
/// neighbour (optimal string alignment). `None` when it takes more than `limit`.
pub fn edit_distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        if row.iter().all(|steps| *steps > limit) {
            return None;
        }
        before = std::mem::replace(&mut above, row);
    }
    Some(above[b.len()]).filter(|steps| *steps <= limit)
}

/// How many steps a word of this length may be away and still be called a slip of the pen.
pub fn tolerance(word: &str) -> usize {
    match word.chars().count() {
        0..=2 => 1,
        3..=7 => 2,
        _ => 3,
    }
}

/// The candidate nearest to a mistyped word, if one is near enough to be meant; the earlier of two equally near ones.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = tolerance(word);
    candidates
        .into_iter()
        .filter_map(|candidate| Some((edit_distance(word, candidate, limit)?, candidate)))
        .min_by_key(|(steps, _)| *steps)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn slips_are_counted() {
        for (a, b, steps) in [
            ("budget", "bugdet", 1),
            ("kind", "knd", 1),
            ("Path", "path", 0),
            ("", "ab", 2),
        ] {
            assert_eq!(edit_distance(a, b, 3), Some(steps), "{a} {b}");
        }
        assert_eq!(edit_distance("kitten", "sitting", 2), None);
    }

    #[test]
    fn only_near_words_are_proposed() {
        let keys = ["budget", "depth", "fan_out"];
        assert_eq!(nearest("bugdet", keys), Some("budget"));
        assert_eq!(nearest("fanout", keys), Some("fan_out"));
        assert_eq!(nearest("theme", keys), None);
    }

    proptest! {
        #[test]
        fn distance_is_symmetric_and_limited(a in "[ab世]{0,6}", b in "[ab世]{0,6}", limit in 0usize..7) {
            let there = edit_distance(&a, &b, limit);
            prop_assert_eq!(there, edit_distance(&b, &a, limit));
            prop_assert_eq!(there == Some(0), a == b);
        }
    }
}
