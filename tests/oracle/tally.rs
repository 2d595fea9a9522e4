//! Sends queries to the library, has the replies judged, and reports the wrong ones, shrunk. All
//! oracles share this part; each has its own queries and its own judge.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A query to the library that can be made simpler.
pub trait Question: Clone + PartialEq + Debug {
    /// Every number, for changes.
    fn numbers(&mut self) -> Vec<&mut f64>;
    /// Whether the constructors accept it.
    fn is_valid(&self) -> bool;
    /// Simpler queries of the same kind, apart from changed numbers.
    fn simpler(&self) -> Vec<Self>;
    /// The printed form of the query.
    fn text(&self) -> String {
        format!("{self:?}")
    }
    /// The right reply, if it can be printed.
    fn expected(&self) -> String {
        String::new()
    }
}

/// The kinds of a query whose reply is right, or the error of the reply.
pub type Judged = Result<Vec<&'static str>, String>;

/// The result of a run.
pub struct Tally<Q> {
    judge: fn(&Q) -> Judged,
    asked: usize,
    kinds: BTreeMap<&'static str, usize>,
    wrong: Vec<(Q, String)>,
}

impl<Q: Question> Tally<Q> {
    /// An empty tally, with a judge that queries the library.
    pub fn new(judge: fn(&Q) -> Judged) -> Self {
        Self { judge, asked: 0, kinds: BTreeMap::new(), wrong: Vec::new() }
    }

    /// Queries the library, and has the reply judged.
    pub fn ask(&mut self, question: &Q) {
        self.asked += 1;
        match judged(self.judge, question) {
            Ok(kinds) => kinds.iter().for_each(|kind| *self.kinds.entry(kind).or_default() += 1),
            Err(text) => self.wrong.push((question.clone(), text)),
        }
    }

    /// The number of queries.
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// The number of queries of a kind with the right reply.
    pub fn of_kind(&self, kind: &str) -> usize {
        self.kinds.get(kind).copied().unwrap_or(0)
    }

    /// Prints the counts; the error has the first wrong replies, with shrunk queries.
    pub fn verdict(&self, name: &str) -> Result<(), String> {
        println!("{name}: {} asked, {:?}", self.asked, self.kinds);
        if self.wrong.is_empty() {
            return Ok(());
        }
        let report = |(question, text): &(Q, String)| {
            let small = shrunk(question, |question| judged(self.judge, question).is_err());
            let smaller = judged(self.judge, &small).err().unwrap_or_default();
            let (text_of_small, expected) = (small.text(), small.expected());
            format!(
                "\n{}\n    {text}\nor, smaller,\n{text_of_small}\n    {smaller}\n    {expected}\n",
                question.text()
            )
        };
        let reports: String = self.wrong.iter().take(3).map(report).collect();
        Err(format!("{name}: {} of {} wrong\n{reports}", self.wrong.len(), self.asked))
    }

    /// Prints the counts, and fails if a reply is wrong.
    pub fn settle(&self, name: &str) {
        self.verdict(name).unwrap_or_else(|text| panic!("{text}"));
    }
}

fn judged<Q>(judge: fn(&Q) -> Judged, question: &Q) -> Judged {
    catch_unwind(AssertUnwindSafe(|| judge(question))).unwrap_or_else(|_| Err("a panic".into()))
}

/// A simpler query that still `fails`: a part is left out, numbers are set to zero or one, or lose
/// their last bits.
fn shrunk<Q: Question>(question: &Q, fails: impl Fn(&Q) -> bool) -> Q {
    let mut best = question.clone();
    loop {
        let before = best.clone();
        for next in before.simpler() {
            if next != best && next.is_valid() && fails(&next) {
                best = next;
                break;
            }
        }
        for place in 0..best.clone().numbers().len() {
            for simpler in SIMPLER {
                let mut next = best.clone();
                let mut numbers = next.numbers();
                // Some numbers may no longer count.
                if place >= numbers.len() {
                    break;
                }
                let x = numbers.swap_remove(place);
                let weight = complexity(*x);
                *x = simpler(*x);
                if complexity(*x) < weight && next.is_valid() && fails(&next) {
                    best = next;
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

const SIMPLER: [fn(f64) -> f64; 8] = [
    |_| 0.0,
    |_| 1.0,
    |_| f64::INFINITY,
    f64::trunc,
    |x| without_low_bits(x, 48),
    |x| without_low_bits(x, 32),
    |x| without_low_bits(x, 8),
    |x| without_low_bits(x, 1),
];

fn without_low_bits(x: f64, bits: u32) -> f64 {
    f64::from_bits(x.to_bits() >> bits << bits)
}

/// The length of a number in print; shorter is simpler.
fn complexity(x: f64) -> u64 {
    match x {
        0.0 | f64::INFINITY => 0,
        1.0 => 1,
        _ => {
            let digits = u64::from(52 - (x.to_bits() | 1 << 52).trailing_zeros());
            70 + digits + x.abs().min(9.0) as u64
        }
    }
}

/// `x 2^k`; exact unless it leaves the range of normal floats.
pub fn times_power(x: f64, k: i32) -> f64 {
    let part = k.clamp(-1000, 1000);
    let product = x * f64::from_bits(((part + 1023) as u64) << 52);
    if part == k { product } else { times_power(product, k - part) }
}
