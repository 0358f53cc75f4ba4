//! File systems on which the system does not tell of changes that others make.

use std::path::Path;

/// Types in `/proc/mounts` that are served by another machine or another system.
const REMOTE: &[&str] = &[
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "9p",
    "drvfs",
    "vboxsf",
    "prl_fs",
    "fuse.sshfs",
    "fuse.rclone",
    "fuse.vmhgfs-fuse",
    "afs",
    "ceph",
    "glusterfs",
    "fuse.glusterfs",
    "lustre",
    "beegfs",
];

/// The type of the file system, if it is one of those.
pub(super) fn remote_type(root: &Path) -> Option<String> {
    let mounts = std::fs::read_to_string("/proc/self/mounts").ok()?;
    let root = root.canonicalize().ok()?;
    let kind = type_of(&mounts, &root)?;
    REMOTE.contains(&kind).then(|| kind.to_string())
}

/// The type of the innermost mount that holds the path. Of several on one place the last one is seen.
fn type_of<'a>(mounts: &'a str, path: &Path) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    for line in mounts.lines() {
        let mut fields = line.split(' ');
        let (_, Some(place), Some(kind)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        let place = unescape(place);
        if path.starts_with(&place) && best.is_none_or(|(length, _)| place.len() >= length) {
            best = Some((place.len(), kind));
        }
    }
    best.map(|(_, kind)| kind)
}

/// Spaces and the like stand in the table as `\040`.
fn unescape(place: &str) -> String {
    let mut parts = place.split('\\');
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let code = part.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) => {
                text.push(char::from(code));
                text.push_str(&part[3..]);
            }
            None => {
                text.push('\\');
                text.push_str(part);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "/dev/sda / ext4 rw 0 0\nserver:/home /home nfs4 rw 0 0\nC:\\134 /mnt/my\\040c 9p rw 0 0\n\
        tmpfs /home/me/fast tmpfs rw 0 0\n";

    #[test]
    fn the_innermost_mount_decides() {
        let of = |path: &str| type_of(MOUNTS, Path::new(path));
        assert_eq!(of("/usr/src"), Some("ext4"));
        assert_eq!(of("/home/me/project"), Some("nfs4"));
        assert_eq!(of("/homework"), Some("ext4"));
        assert_eq!(of("/home/me/fast/x"), Some("tmpfs"));
        assert_eq!(of("/mnt/my c/x"), Some("9p"));
        assert_eq!(type_of("", Path::new("/")), None);
    }
}
