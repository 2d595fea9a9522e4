// Random numbers for tests of columns, and the words of `status`.
export const STATUS = ['none', 'contact', 'overlap'];

/** Pseudorandom numbers, the same each time. */
export function numbers(seed) {
  let state = seed;
  return (low, high) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + ((high - low) * state) / 2 ** 32;
  };
}
