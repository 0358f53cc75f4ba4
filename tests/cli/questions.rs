//! `search`, `node`, `callers`, `callees`, `trace`, `explore`.

use serde_json::json;

use crate::{Place, all};

#[test]
fn search_in_text_and_json() {
    let place = Place::harbour();
    assert_eq!(
        place.text(&["search", "confirm", "kind:fn"]),
        "\
method    orders.models.Order.confirm                                 orders/models.py:37
method    orders.service.OrderService.confirm                         orders/service.py:21
function  orders.tests.test_service.test_confirming_prices_the_order  orders/tests/test_service.py:10  test
"
    );
    let found = place.json(&["search", "kind:method", "in:service", "confirm"]);
    assert_eq!(
        found,
        json!({"results": [{
            "kind": "method",
            "name": "confirm",
            "qualified": "orders.service.OrderService.confirm",
            "file": "orders/service.py",
            "line": 21,
            "end_line": 27,
            "signature": "def confirm(self, ship: str) -> float",
            "visibility": "public",
        }]})
    );
    assert_eq!(
        all(&place.json(&["search", "--kind", "trait", "gauge"]), "name"),
        ["Gauge"]
    );
    assert_eq!(
        all(&place.json(&["search", "save", "--path", "orders", "-n", "1"]), "name"),
        ["save"]
    );
    assert_eq!(
        all(&place.json(&["search", "order", "total"]), "qualified")[0],
        "orders.models.Order.total"
    );
}

#[test]
fn a_search_that_finds_nothing() {
    let place = Place::harbour();
    for (query, message) in [
        ("zzzzzz", "portolan: nothing fits `zzzzzz`\n"),
        (
            "",
            "portolan: the query is empty; give a part of a name, or a filter such as kind:fn\n",
        ),
        (
            "kind:methd zzzz",
            "portolan: no kind `methd`; did you mean `method`?\nportolan: nothing fits `kind:methd zzzz`\n",
        ),
    ] {
        let run = place.run(&["search", "--", query]);
        assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (1, "", message));
    }
    let run = place.run(&["search", "zzzzzz", "--json"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, "{\"results\":[]}\n"));
}

#[test]
fn nothing_that_is_typed_is_an_error() {
    let place = Place::harbour();
    place.text(&["index"]);
    let long = "a".repeat(4096);
    for query in [
        "*",
        "\"",
        "(",
        "()",
        ":",
        "^",
        "%",
        "AND",
        "NEAR(a b, 2)",
        "a'b",
        "; DROP TABLE x; --",
        "🚢",
        "\u{202e}",
        &long,
    ] {
        let run = place.run(&["search", "--", query]);
        assert!(run.status <= 1, "{query}: {run:?}");
        assert!(!run.stderr.contains("syntax"), "{query}: {run:?}");
    }
}

#[test]
fn node_shows_an_outline_or_the_source() {
    let place = Place::harbour();
    assert_eq!(
        place.text(&["node", "OrderService"]),
        "\
class orders.service.OrderService  orders/service.py:8-30
class OrderService
  The desk at which ships order berths.

  11    method  def __init__(self, repository: OrderRepository) -> None  constructor
  12    field   self.repository = repository
  14    method  def place(self, ship: str, lines: list[OrderLine]) -> Order
  21    method  def confirm(self, ship: str) -> float
  29    method  def quote(self, order: Order) -> float
"
    );
    assert_eq!(
        place.text(&["node", "OrderService.quote"]),
        "\
method orders.service.OrderService.quote  orders/service.py:29-30

29      def quote(self, order: Order) -> float:
30          return final_price(order)
"
    );
    let outline = place.json(&["node", "orders/repository.py:5"]);
    assert_eq!(outline["results"][0]["kind"], "file");
    let repository = place.json(&["node", "MemoryRepository"]);
    assert_eq!(repository["results"][0]["extends"][0]["name"], "OrderRepository");
    assert_eq!(repository["results"][0]["members"][0]["depth"], 0);
    let quote = place.json(&["node", "OrderService.quote"]);
    assert_eq!(quote["results"][0]["first_line"], 29);
    assert_eq!(
        quote["results"][0]["source"],
        "    def quote(self, order: Order) -> float:\n        return final_price(order)"
    );
}

#[test]
fn a_changed_file_is_shown_as_it_is_now_and_said_to_have_changed() {
    let place = Place::harbour();
    place.text(&["index"]);
    place.write(
        "orders/pricing.py",
        "# new\n\n\n\n\n\n\ndef discount(order):\n    return 1\n",
    );
    let run = place.run(&["node", "pricing.discount"]);
    assert_eq!(run.status, 0);
    assert!(
        run.stdout.contains("\n 8  def discount(order):\n 9      return 1\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stderr
            .contains("orders/pricing.py has changed since it was indexed"),
        "{}",
        run.stderr
    );
}

#[test]
fn callers_and_callees_with_their_sites() {
    let place = Place::harbour();
    assert_eq!(
        place.text(&["callers", "OrderService.confirm"]),
        "\
method orders.service.OrderService.confirm  orders/service.py:21
2 callers at 2 sites

orders.__main__.main                                      function  orders/__main__.py:15
orders.tests.test_service.test_confirming_prices_the_order  function  orders/tests/test_service.py:13  test
"
    );
    assert_eq!(
        place.text(&["callees", "OrderService#confirm", "--depth", "2"]),
        "\
method orders.service.OrderService.confirm  orders/service.py:21
4 callees at 4 sites

orders.repository.OrderRepository.find  method    orders/service.py:22  abstract
orders.models.Order.confirm             method    orders/service.py:25
orders.repository.OrderRepository.save  method    orders/service.py:26  abstract
orders.service.OrderService.quote       method    orders/service.py:27
  orders.pricing.final_price            function  orders/service.py:30
external  KeyError:24
"
    );
    let callers = place.json(&["callers", "berths::plan::Plan::assign"]);
    assert_eq!(all(&callers, "name"), ["a_deep_ship_waits_for_the_tide"]);
    let row = &callers["results"][0];
    assert_eq!(row["test"], true);
    let lines: Vec<u64> = row["sites"]
        .as_array()
        .unwrap()
        .iter()
        .map(|site| site["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [78, 79]);
    assert_eq!(row["sites"][0]["kind"], "calls");
    assert!(row["confidence"].as_f64().unwrap() > 0.5);
    let callees = place.json(&["callees", "OrderService.confirm", "--depth", "2"]);
    assert_eq!(
        callees["results"][3]["results"][0]["qualified"],
        "orders.pricing.final_price"
    );
    assert_eq!(callees["unresolved"][0]["name"], "KeyError");
}

#[test]
fn a_call_of_an_overridden_method_may_run_the_one_that_overrides_it() {
    let place = Place::harbour();
    assert_eq!(
        place.text(&["callers", "FileRepository.find"]),
        "\
method orders.repository.FileRepository.find  orders/repository.py:37
0 callers at 0 sites

through orders.repository.OrderRepository.find, which it overrides: 1 caller at 1 site
orders.service.OrderService.confirm  method    orders/service.py:22
"
    );
    let callers = place.json(&["callers", "FileRepository.find"]);
    assert_eq!(callers["through"][0]["overridden"]["name"], "find");
    assert_eq!(all(&callers["through"][0], "name"), ["confirm"]);
}

#[test]
fn nobody_calls_it() {
    let place = Place::harbour();
    let run = place.run(&["callers", "berths::Ship::draught"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert_eq!(run.stderr, "portolan: nothing calls `berths::Ship::draught`\n");
    let run = place.run(&["callees", "Refusal"]);
    assert_eq!(run.status, 1);
    assert_eq!(
        run.stderr,
        "portolan: `Refusal` calls nothing; its members may: `portolan node Refusal` lists them\n"
    );
}

#[test]
fn several_symbols_of_one_name_are_listed_and_none_is_guessed() {
    let place = Place::harbour();
    for command in [
        &["node", "confirm"][..],
        &["callers", "confirm"],
        &["trace", "confirm", "main"],
    ] {
        let run = place.run(command);
        assert_eq!(run.status, 1);
        assert_eq!(
            run.stderr,
            "portolan: `confirm` fits 2 symbols; say which by its qualified name or by path:line\n"
        );
        assert_eq!(
            run.stdout,
            "\
method  orders.models.Order.confirm          orders/models.py:37
method  orders.service.OrderService.confirm  orders/service.py:21
"
        );
    }
    let run = place.run(&["node", "confirm", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(document["ambiguous"], true);
    assert_eq!(all(&document, "file"), ["orders/models.py", "orders/service.py"]);
}

#[test]
fn a_symbol_can_be_named_in_many_ways() {
    let place = Place::harbour();
    place.text(&["index"]);
    for name in [
        "OrderService.quote",
        "OrderService::quote",
        "orders.service.OrderService.quote",
        "orders/service.py:30",
        "service.py:30",
        "orders/service.py#quote",
        "quote",
    ] {
        let found = place.json(&["node", name]);
        assert_eq!(
            all(&found, "qualified"),
            ["orders.service.OrderService.quote"],
            "{name}"
        );
    }
}

#[test]
fn an_unknown_symbol_is_answered_with_near_ones() {
    let place = Place::harbour();
    let run = place.run(&["callers", "OrderService.pirce"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    let told =
        "portolan: no symbol is called `OrderService.pirce`\nportolan: did you mean orders.models.OrderLine.price, ";
    assert!(run.stderr.starts_with(told), "{}", run.stderr);
}

#[test]
fn trace_gives_the_chain_with_its_sites() {
    let place = Place::harbour();
    assert_eq!(
        place.text(&["trace", "__main__.main", "OrderLine.price"]),
        "\
function orders.__main__.main  orders/__main__.py:10
  calls orders.service.OrderService.confirm  at orders/__main__.py:15
  calls orders.service.OrderService.quote  at orders/service.py:27
  calls orders.pricing.final_price  at orders/service.py:30
  calls orders.models.Order.total  at orders/pricing.py:19
  calls orders.models.OrderLine.price  at orders/models.py:35
"
    );
    let chains = place.json(&["trace", "OrderService.place", "MemoryRepository.save"]);
    assert_eq!(chains["complete"], true);
    let hops = chains["results"][0]["hops"].as_array().unwrap();
    let kinds: Vec<&str> = hops.iter().map(|hop| hop["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["calls", "overrides"]);
    assert_eq!(hops[1]["to"]["qualified"], "orders.repository.MemoryRepository.save");
    let run = place.run(&["trace", "OrderLine.price", "__main__.main"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert_eq!(
        run.stderr,
        "portolan: no chain of calls leads from `OrderLine.price` to `__main__.main`; one leads the other way\n"
    );
}

#[test]
fn explore_gives_the_bundle_its_ledger_and_both() {
    let place = Place::harbour();
    let question = ["explore", "how", "is", "the", "final", "price", "computed"];
    let text = place.text(&question);
    assert!(text.contains("orders/pricing.py"), "{text}");
    assert!(
        text.contains("return order.total() * (1 - discount(order)) + harbour_dues(order)"),
        "{text}"
    );
    let ledger = place.text(&[&question[..], &["--explain"]].concat());
    assert!(ledger.contains("orders.pricing.final_price"), "{ledger}");
    assert!(!ledger.contains("return order.total()"), "{ledger}");
    let document = place.json(&question);
    assert_eq!(document["text"], text);
    assert_eq!(document["characters"].as_u64().unwrap() as usize, text.chars().count());
    assert!(!document["results"].as_array().unwrap().is_empty());
}

#[test]
fn the_budget_holds_and_profiles_are_obeyed() {
    let place = Place::harbour();
    let size = |arguments: &[&str]| {
        place
            .text(&[&["explore", "order service price"], arguments].concat())
            .chars()
            .count()
    };
    assert!(size(&["--budget", "600"]) <= 600);
    assert!(size(&["--budget", "600"]) < size(&[]));
    place.write(
        ".portolan/config.toml",
        "[profile.small]\nbudget = 700\n\n[profile.default]\nbugdet = 3\n",
    );
    let run = place.run(&["explore", "--profile", "small", "order service price"]);
    assert_eq!(run.status, 0);
    assert!(run.stdout.chars().count() <= 700);
    assert_eq!(
        run.stderr,
        format!(
            "portolan: {}/.portolan/config.toml:5: no key `bugdet`; did you mean `budget`?\n",
            place.root().display()
        )
    );
}

#[test]
fn symbols_can_be_chosen_by_hand() {
    let place = Place::harbour();
    let shown = |arguments: &[&str]| place.text(&[&["explore"], arguments].concat());
    assert!(shown(&["--symbol", "berths::plan::Plan::assign"]).contains("let water = self.gauge.height(hour);"));
    let question = ["final", "price", "of", "an", "order"];
    assert!(shown(&question).contains("def harbour_dues"));
    assert!(!shown(&[&question[..], &["--exclude", "harbour_dues"]].concat()).contains("def harbour_dues"));
    let pinned = shown(&[&question[..], &["--pin", "berths::plan::fits", "--budget", "1500"]].concat());
    assert!(pinned.contains("berth.depth + water >= ship.draught"), "{pinned}");
    let short = shown(&["--symbol", "final_price", "--show", "final_price=signature"]);
    assert!(
        short.contains("final_price") && !short.contains("return order.total()"),
        "{short}"
    );
    let run = place.run(&["explore", "x", "--show", "final_price=all"]);
    assert_eq!(
        (run.status, run.stderr.as_str()),
        (
            2,
            "portolan: `--show final_price=all`: write SYMBOL=HOW, where HOW is full, pruned, skeleton, signature or name\n"
        )
    );
    let run = place.run(&["explore", "--symbol", "confirm"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("fits 2 symbols"), "{run:?}");
}

#[test]
fn a_profile_is_not_bent_silently() {
    let place = Place::harbour();
    for (arguments, message) in [
        (
            &["--budget", "3"][..],
            "portolan: `3` is no value for `budget`: it takes a whole number from 500 to 1000000\n",
        ),
        (
            &["--tests", "never"],
            "portolan: `never` is no value for `tests`: it takes include, demote, exclude\n",
        ),
        (
            &["--set", "weights.nmae=1"],
            "portolan: no key `weights.nmae`; did you mean `weights.name`?\n",
        ),
        (
            &["--set", "budget"],
            "portolan: `--set budget`: write KEY=VALUE, such as --set weights.name=0.5\n",
        ),
        (
            &["--profile", "defualt"],
            "portolan: no profile `defualt`; did you mean `default`?\n",
        ),
    ] {
        let run = place.run(&[&["explore", "x"], arguments].concat());
        assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (2, "", message));
    }
}

#[test]
fn what_no_file_speaks_of_is_answered_briefly() {
    let place = Place::harbour();
    let run = place.run(&["explore", "xylophone zeppelin"]);
    assert_eq!(run.status, 1);
    assert!(!run.stdout.is_empty() && run.stdout.chars().count() < 600, "{run:?}");
}
