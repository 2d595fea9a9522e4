//! `tangency-bind ENGINE.wasm DIR`: writes the JavaScript and the types for a compiled engine into
//! a folder.

use std::env::args_os;
use std::error::Error;
use std::path::PathBuf;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = args_os().skip(1).map(PathBuf::from);
    let (Some(engine), Some(dir), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("usage: tangency-bind ENGINE.wasm DIR".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(engine).out_name("engine").typescript(true).web(true)?;
    // The package finds the bytes itself.
    bindgen.omit_default_module_path(true).generate(dir)?;
    Ok(())
}
