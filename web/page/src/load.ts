// The package for JavaScript, with an error in the words of the page.

import { load as loadPackage } from '../../dist/index.js';

/** Loads the engine once for a thread. An engine whose fetch failed is fetched again at the next
 * call. */
export async function load(): Promise<void> {
  await loadPackage().catch((error: unknown) => {
    throw new Error(`the engine could not be loaded: ${error instanceof Error ? error.message : error}`);
  });
}
