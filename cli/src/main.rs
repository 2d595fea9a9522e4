//! The `tangency` command: reads its arguments, calls the library, and reports the outcome by its
//! exit status.

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

/// The exit status if some lines or rows were answered by an error.
const SOME_ERRORS: u8 = 1;
/// The exit status if the command failed.
const FAILURE: u8 = 2;
/// The exit status after an interrupt: 128 plus the number of SIGINT.
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

/// Blocks the signal for a write past the limit of file sizes (`ulimit -f`), so that the write
/// fails with an error; otherwise the system would end the process.
fn hear_of_full_files() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // All later threads inherit the blocked signal. The call cannot fail for a signal that
        // exists.
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
            "tangency: shard {shard} exists already, complete and of this job, so it was not computed again; --force computes it"
        ));
    }
    match form {
        // The work is done, so it is no error if nobody reads the report.
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
    // The server writes no files, so an interrupt may end it at any time.
    let _interrupt = at_ctrl_c();
    let serving = view::serve(&View { mesh, hits, port }, view::PAGE)?;
    let address = serving.url();
    writeln!(io::stdout(), "{address}")?;
    if !no_open && open::that_detached(&address).is_err() {
        say(format_args!("tangency: no browser could be opened; the page is at this address"));
    }
    say(format_args!("tangency: press Ctrl-C to end the server"));
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
            "tangency: the answers differ from those of other machines, whose checksum is {expected:016x}"
        )),
        None => say(format_args!("tangency: no checksum is known for {} blocks", arguments.blocks)),
    }
    Ok(ExitCode::from(SOME_ERRORS))
}

/// Listens to Ctrl-C and SIGTERM from now on, if the system supports it.
fn at_ctrl_c() -> Interrupt {
    let interrupt = Interrupt::ending(|| process::exit(INTERRUPTED.into()));
    let heard = interrupt.clone();
    // A second handler in one process is refused, and the first one stays.
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

/// Prints a message on standard error; if that fails, the message is lost.
fn say(words: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{words}");
}
