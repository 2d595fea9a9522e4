// Runs a test program of Rust that was compiled for WebAssembly. It has no operating system, so a
// failed test ends it by a trap, and a normal end means success.
import { readFile } from 'node:fs/promises';

const [, , path] = process.argv;
const { instance } = await WebAssembly.instantiate(await readFile(path), {});
try {
  const status = instance.exports.main(0, 0);
  console.log(`${path}: ${status === 0 ? 'ok' : `exit status ${status}`}`);
  process.exitCode = status === 0 ? 0 : 1;
} catch (error) {
  console.error(`${path}: a test failed\n${error.stack}`);
  process.exitCode = 1;
}
