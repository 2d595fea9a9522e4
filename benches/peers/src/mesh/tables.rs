//! Results as tables in Markdown.

use super::disagreement::Disagreement;
use super::options::Options;
use super::surface::Surface;
use super::workload::{Question, Set};

/// The costs of a mesh before its first query.
pub struct Costs {
    pub seconds: f64,
    pub bytes: usize,
}

/// The seconds per query: the median of the rounds, and half the distance between the quartiles.
type Time = (f64, f64);

pub struct Result {
    pub set: Set,
    pub hits: usize,
    pub all_fields: Time,
    pub time_alone: Option<Time>,
    pub peers: Vec<Peer>,
    pub wrong: usize,
}

pub struct Peer {
    pub time: Time,
    pub disagreement: Disagreement,
}

pub fn print(
    title: &str,
    surface: &Surface,
    costs: &[(&str, Costs)],
    results: &[Result],
    options: &Options,
) {
    let triangles = surface.triangles.len();
    println!("### {title}: {triangles} triangles, diagonal {:.3}\n", surface.diagonal());
    println!("| | build | bytes a triangle, with vertices and indices |\n|---|---|---|");
    for (name, costs) in costs {
        let bytes = costs.bytes as f64 / triangles as f64;
        println!("| {name} | {:.1} ms | {bytes:.1} |", costs.seconds * 1e3);
    }
    let peers = || costs[1..].iter().map(|&(name, _)| name);
    let columns: Vec<String> = peers().map(|name| format!(" {name} | over ours |")).collect();
    println!(
        "\nMicroseconds for a query, the median of {} rounds of {} and half the distance between the quartiles:\n",
        options.rounds, options.queries
    );
    println!("| set | hits | tangency | time alone |{}", columns.concat());
    println!("|---|---|---|---|{}", "---|---|".repeat(peers().count()));
    for result in results {
        let hits = match result.set.question {
            Question::Closest => "–".to_string(),
            _ => format!("{:.1} %", 100.0 * result.hits as f64 / result.set.rows.len() as f64),
        };
        let alone = result.time_alone.map_or("–".to_string(), time);
        print!("| {} | {hits} | {} | {alone} |", result.set.name, time(result.all_fields));
        for peer in &result.peers {
            print!(" {} | {:.2} |", time(peer.time), peer.time.0 / result.all_fields.0);
        }
        println!();
    }
    println!(
        "\nAnswers of {} in each set that are not ours, missed + invented + late + early:\n",
        options.queries
    );
    println!("| set |{}", peers().map(|name| format!(" {name} |")).collect::<String>());
    println!("|---|{}", "---|".repeat(peers().count()));
    for result in results {
        print!("| {} |", result.set.name);
        for peer in &result.peers {
            let Disagreement { missed, invented, late, early } = peer.disagreement;
            print!(" {missed} + {invented} + {late} + {early} |");
        }
        println!();
    }
    let wrong: usize = results.iter().map(|result| result.wrong).sum();
    let checked = options.check.min(options.queries) * results.len();
    println!("\nOurs that are not those of brute force: {wrong} of {checked}.\n");
}

fn time((median, spread): Time) -> String {
    format!("{:.2} ± {:.2}", median * 1e6, spread * 1e6)
}
