//! The `tangency` command: reads its arguments, calls the library, and says by its exit status how
//! it went.

use clap::Parser;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::process::{self, ExitCode};
use tangency_cli::args::{
    Arguments, CastArguments, Command, JoinArguments, SelfTestArguments, SummaryForm, ViewArguments,
};
use tangency_cli::query;
use tangency_cli::self_test::{self, Outcome};
use tangency_cli::view::{self, View};
use tangency_demo::DemoError;
use tangency_files::cast::{self, CastError};
use tangency_files::join::{self, JoinError};
use tangency_files::{Interrupt, progress};

/// Some lines or rows were answered by an error.
const SOME_ERRORS: u8 = 1;
/// Nothing could be done.
const FAILURE: u8 = 2;
/// Interrupted: 128 and the number of SIGINT.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    hear_of_full_files();
    let result = match Arguments::parse().command {
        Command::Query => answer_queries(),
        Command::Cast(arguments) => cast_spheres(arguments),
        Command::Join(arguments) => join_shards(arguments),
        Command::Demo { dir } => show(&dir),
        Command::View(arguments) => serve(arguments),
        Command::SelfTest(arguments) => test_itself(&arguments),
    };
    result.unwrap_or_else(|error| {
        say(format_args!("tangency: {error}"));
        ExitCode::from(FAILURE)
    })
}

/// A write past the limit of a file's size (`ulimit -f`) fails and says so; without this, the
/// system would end the process for it.
fn hear_of_full_files() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // All threads that follow inherit this; it cannot fail for a signal that there is.
        let _ = signals.thread_block();
    }
}

fn answer_queries() -> Result<ExitCode, Box<dyn Error>> {
    let say = |sentence: &str| say(format_args!("tangency: {sentence}"));
    let tally = query::run(io::stdin().lock(), io::stdout().lock(), &say)?;
    Ok(status(tally.errors))
}

fn cast_spheres(arguments: CastArguments) -> Result<ExitCode, Box<dyn Error>> {
    let form = arguments.summary;
    let job = arguments.into_job().unwrap_or_else(|usage| usage.exit());
    let summary = match cast::run(&job, &at_ctrl_c(), &progress::bar) {
        Ok(summary) => summary,
        Err(CastError::Interrupted) => return Ok(interrupted("nothing was written")),
        Err(error) => return Err(error.into()),
    };
    if let (Some(shard), true) = (job.shard, summary.is_old) {
        say(format_args!(
            "tangency: shard {shard} is there already, whole and of this job: not answered anew (--force does)"
        ));
    }
    match form {
        // The work is done; who does not read the report does not want it.
        SummaryForm::Json => drop(writeln!(io::stdout(), "{}", summary.to_json())),
        SummaryForm::Words => say(format_args!("{summary}")),
    }
    Ok(status(summary.errors))
}

fn join_shards(arguments: JoinArguments) -> Result<ExitCode, Box<dyn Error>> {
    let summary = match join::run(&arguments.into_job(), &at_ctrl_c(), &progress::bar) {
        Ok(summary) => summary,
        Err(JoinError::Interrupted) => return Ok(interrupted("nothing was written")),
        Err(error) => return Err(error.into()),
    };
    say(format_args!("{summary}"));
    Ok(status(summary.errors))
}

fn show(dir: &Path) -> Result<ExitCode, Box<dyn Error>> {
    match tangency_demo::run(dir, tangency_demo::PICTURE_SIZE, &at_ctrl_c(), &mut io::stderr()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(DemoError::Cast(CastError::Interrupted)) => Ok(interrupted("no contacts were written")),
        Err(error) => Err(error.into()),
    }
}

fn serve(arguments: ViewArguments) -> Result<ExitCode, Box<dyn Error>> {
    let ViewArguments { mesh, hits, port, no_open } = arguments;
    // Nothing is left behind, so an interrupt may end this at any time.
    let _interrupt = at_ctrl_c();
    let serving = view::serve(&View { mesh, hits, port }, view::PAGE)?;
    let address = serving.url();
    writeln!(io::stdout(), "{address}")?;
    if !no_open && open::that_detached(&address).is_err() {
        say(format_args!("tangency: no browser could be opened; the page is at this address"));
    }
    say(format_args!("tangency: Ctrl-C ends it"));
    serving.forever()?;
    Ok(ExitCode::SUCCESS)
}

fn test_itself(arguments: &SelfTestArguments) -> Result<ExitCode, Box<dyn Error>> {
    let _interrupt = at_ctrl_c();
    if arguments.requests {
        self_test::write_requests(arguments.blocks, io::stdout().lock())?;
        return Ok(ExitCode::SUCCESS);
    }
    let Outcome { answers, checksum, expected } =
        self_test::run(arguments.blocks, arguments.threads(), &progress::bar);
    writeln!(io::stdout(), "{answers} answers: {checksum:016x}")?;
    match expected {
        Some(expected) if expected == checksum => return Ok(ExitCode::SUCCESS),
        Some(expected) => say(format_args!(
            "tangency: they differ from those of other machines, which come to {expected:016x}"
        )),
        None => say(format_args!("tangency: what so many must come to is not known")),
    }
    Ok(ExitCode::from(SOME_ERRORS))
}

/// Hears of Ctrl-C and of a polite kill, from now on; without the system's help, of none.
fn at_ctrl_c() -> Interrupt {
    let interrupt = Interrupt::ending(|| process::exit(INTERRUPTED.into()));
    let heard = interrupt.clone();
    // A second listener in one process is refused; the first one stays.
    let _ = ctrlc::set_handler(move || {
        heard.request();
    });
    interrupt
}

fn interrupted(outcome: &str) -> ExitCode {
    say(format_args!("tangency: interrupted, {outcome}"));
    ExitCode::from(INTERRUPTED)
}

fn status(errors: u64) -> ExitCode {
    ExitCode::from(if errors == 0 { 0 } else { SOME_ERRORS })
}

/// Says something to people; if nobody can hear it, so be it.
fn say(words: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{words}");
}
