// Counts in words.

/** A count with its noun, as people read it: 1 triangle, 2,000 triangles. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
