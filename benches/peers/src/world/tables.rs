//! Results as tables in Markdown.

use super::disagreement::Disagreement;
use super::workload::{Kind, Question, Set};
use super::{NAMES, Options};

/// A task, and its time in each world.
pub struct Line {
    pub name: &'static str,
    pub times: Vec<f64>,
    /// The share of casts with a contact, in percent.
    pub met: Option<f64>,
    pub wrong: Vec<Wrong>,
}

impl Line {
    /// Whether a world has no such query.
    fn cannot(&self, index: usize) -> bool {
        self.wrong.get(index).is_some_and(|wrong| wrong.is_silent)
    }
}

/// The numbers of results of a world that differ from ours.
pub struct Wrong {
    how: Disagreement,
    is_silent: bool,
}

impl Wrong {
    /// The differences in the results of a set.
    pub fn between(set: &Set, ours: &[f32], theirs: &[f32]) -> Self {
        let how = Disagreement::between(set.question == Question::Closest, ours, theirs);
        Self { how, is_silent: theirs.iter().all(|answer| answer.is_nan()) }
    }
}

pub fn print(count: usize, kind: Kind, options: &Options, lines: &[Line], bytes: &[f64]) {
    println!("### {count} items, {}\n", kind.name());
    println!(
        "Microseconds in ours in `f32`, and times over it in the same run: the least of {} rounds of {} queries.\n",
        options.rounds, options.queries
    );
    print!("| | met | {}, µs |", NAMES[0]);
    NAMES[1..].iter().for_each(|name| print!(" {name} |"));
    println!("\n|---|---|---|{}", "---|".repeat(NAMES.len() - 1));
    for line in lines {
        let met = line.met.map_or("–".to_string(), |met| format!("{met:.0} %"));
        print!("| {} | {met} | {:.3} |", line.name, line.times[0] * 1e6);
        for (index, time) in line.times.iter().enumerate().skip(1) {
            match line.cannot(index) {
                true => print!(" – |"),
                false => print!(" {:.2} |", time / line.times[0]),
            }
        }
        println!();
    }
    print!("| bytes an item | – | {:.0} bytes |", bytes[0]);
    bytes[1..].iter().for_each(|bytes| print!(" {bytes:.0} bytes |"));
    println!(
        "\n\nAnswers that are not those of ours in `f64`, missed + invented + late + early:\n"
    );
    print!("| |");
    NAMES.iter().for_each(|name| print!(" {name} |"));
    println!("\n|---|{}", "---|".repeat(NAMES.len()));
    for line in lines.iter().filter(|line| !line.wrong.is_empty()) {
        print!("| {} |", line.name);
        for (index, wrong) in line.wrong.iter().enumerate() {
            let Disagreement { missed, invented, late, early } = &wrong.how;
            match line.cannot(index) {
                true => print!(" – |"),
                false => print!(" {missed} + {invented} + {late} + {early} |"),
            }
        }
        println!();
    }
    println!();
}

/// Prints our times at rest, and with velocities in the tree.
pub fn print_moving(rows: &[(&str, Vec<f64>)]) {
    println!("With velocities in our tree, over ours at rest in `f32`:\n");
    println!("| | ours, `f32` | ours, `f64` |\n|---|---|---|");
    for (name, times) in rows {
        println!("| {name} | {:.2} | {:.2} |", times[1] / times[0], times[2] / times[0]);
    }
    println!();
}
