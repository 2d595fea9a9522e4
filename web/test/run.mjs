// Runs a test program of Rust that was compiled for WebAssembly: it has no system to speak to, so a test that fails ends it by a
// trap, and all is well if it comes to its end.
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
