//! Every query of the library has a request. The enums of the library are non-exhaustive, so the
//! compiler does not require an arm for each variant: these tests do.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

use std::collections::BTreeSet;
use tangency::any::{Kind, Question};
use tangency_protocol::{Names, NoMeshes, TARGETS, answer};

/// Every kind has a name in requests, or is another form of a kind that has a name.
#[test]
fn a_request_names_every_kind() {
    let mut kinds: BTreeSet<Kind> = TARGETS.iter().map(|target| target.kind).collect();
    kinds.extend([Kind::HollowBox, Kind::MeshInstance, Kind::Solid]);
    assert_eq!(kinds, Kind::ALL.iter().copied().collect());
}

/// Each query has a request that is answered, except the queries whether an obstacle can be an item
/// or a mover, which only the library has.
#[test]
fn a_request_puts_every_question() {
    let askers = [
        r#""mover":{"box":{"min":[1,1,5],"max":[2,2,6],"velocity":[0,0,-1]}}"#,
        r#""sphere":{"center":[0.25,0.25,5],"radius":1}"#,
        r#""sphere":{"center":[0.25,0.25,5],"radius":1},"displacement":[0,0,-1]"#,
        r#""position":[0.25,0.25,5]"#,
        r#""at":{"triangle":0,"feature":{"kind":"face"}}"#,
    ];
    let targets = [
        r#""mesh":{"vertices":[[0,0,0],[4,0,0],[0,4,0],[0,0,4]],"triangles":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]]}"#,
        r#""box":{"min":[0,0,0],"max":[4,4,4]}"#,
        r#""plane":{"point":[0,0,0],"normal":[0,0,1]}"#,
    ];
    let is_asked = |question: &&Question| !matches!(question, Question::Item | Question::Mover);
    for question in Question::ALL.iter().filter(is_asked) {
        let name = question.name();
        let is_answered = askers.iter().any(|asker| {
            targets.iter().any(|target| {
                let request = format!("{{\"query\":\"{name}\",{asker},{target}}}");
                answer(request.as_bytes(), &mut NoMeshes, &mut Names::default()).is_ok()
            })
        });
        assert!(is_answered, "{name} is answered by no request");
    }
}
