// Floats as the fractions that they are, and the numbers x + y √d of an exact answer in decimals.
// They are computed with integers of any length, and are not rounded before the last digit.

/** A fraction with a positive denominator, not reduced. */
export interface Fraction {
  n: bigint;
  d: bigint;
}

/** `x + y √d`, as the engine writes it: each part is `p` or `p/q`. */
export interface Surd {
  x: string;
  y: string;
  d: string;
}

const view = new DataView(new ArrayBuffer(8));

/** The 64 bits of a float. */
export function bits(x: number): bigint {
  view.setFloat64(0, x);
  return view.getBigUint64(0);
}

function fromBits(pattern: bigint): number {
  view.setBigUint64(0, pattern);
  return view.getFloat64(0);
}

/** The bits as sixteen hexadecimal digits. */
export function hex(x: number): string {
  return bits(x).toString(16).padStart(16, '0');
}

/**
 * The rank of a float among all floats: an integer that is one apart from neighbour to neighbour.
 * Both zeros have rank 0.
 */
function rank(x: number): bigint {
  const pattern = bits(x);
  return pattern >> 63n ? -(pattern & ~(1n << 63n)) : pattern;
}

/** The number of steps from one float to the other. */
export function ulpsApart(a: number, b: number): bigint {
  const apart = rank(a) - rank(b);
  return apart < 0n ? -apart : apart;
}

/** The next float up (`steps` = 1) or down (−1); the largest float stays. */
export function nudged(x: number, steps: 1 | -1): number {
  const next = rank(x) + BigInt(steps);
  const float = next < 0n ? -fromBits(-next) : fromBits(next);
  return Number.isFinite(float) ? float : x;
}

/** The fraction that a finite float is. */
export function fraction(x: number): Fraction {
  const pattern = bits(x);
  const field = Number((pattern >> 52n) & 0x7ffn);
  const tail = pattern & ((1n << 52n) - 1n);
  const digits = field === 0 ? tail : tail | (1n << 52n);
  const exponent = (field === 0 ? 1 : field) - 1075;
  const n = pattern >> 63n ? -digits : digits;
  return exponent >= 0 ? { n: n << BigInt(exponent), d: 1n } : { n, d: 1n << BigInt(-exponent) };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, { n: -b.n, d: b.d });
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.n, d: a.d * b.d };
}

/**
 * A negative number, zero or a positive number, as `a` is less than, equal to or greater than `b`.
 */
export function compare(a: Fraction, b: Fraction): -1 | 0 | 1 {
  const { n } = minus(a, b);
  return n < 0n ? -1 : n > 0n ? 1 : 0;
}

function parsed(text: string): Fraction {
  const [n, d = '1'] = text.split('/');
  return { n: BigInt(n), d: BigInt(d) };
}

/** The largest integer whose square is at most `n`. */
function root(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

/** A number in decimals: its first digits, and whether these are all of them. */
export interface Decimal {
  text: string;
  complete: boolean;
}

/** The number `x + y √d` to this many significant digits, which are cut off, not rounded. */
export function decimalOfSurd(surd: Surd, digits: number): Decimal {
  const x = parsed(surd.x);
  const [y, d] = [parsed(surd.y), parsed(surd.d)];
  // Here y √d = ± √s with s = y² d, and √(n/q) = √(n q) / q.
  const square = { n: y.n * y.n * d.n, d: y.d * y.d * d.d };
  const under = square.n * square.d;
  const sign = y.n < 0n ? -1n : 1n;
  const exactRoot = root(under);
  const rational = exactRoot * exactRoot === under;
  const below = x.d * square.d;
  const scaled = (places: number): bigint => {
    const ten = 10n ** BigInt(places);
    const surdPart = rational ? exactRoot * ten * x.d : root(under * (ten * x.d) ** 2n);
    return x.n * ten * square.d + sign * surdPart;
  };
  if (rational) return cut({ n: scaled(0), d: below }, digits);
  // The loop ends when enough digits are certain: the numerator is within 1 of the true one.
  for (let places = digits + 8; ; places *= 2) {
    const n = scaled(places);
    const low = cut({ n: n - 1n, d: below * 10n ** BigInt(places) }, digits);
    const high = cut({ n: n + 1n, d: below * 10n ** BigInt(places) }, digits);
    if (low.text === high.text) return { text: low.text, complete: false };
  }
}

/** The digits of a finite float: all of them, or at most this many. */
export function decimalOf(x: number, digits: number): Decimal {
  return cut(fraction(x), digits);
}

/** A fraction, cut off after this many significant digits. */
function cut({ n, d }: Fraction, digits: number): Decimal {
  if (n === 0n) return { text: '0', complete: true };
  const minus = n < 0n ? '−' : '';
  const size = n < 0n ? -n : n;
  // The power of ten of the first digit.
  let power = size.toString().length - d.toString().length;
  if (power >= 0 ? size < d * 10n ** BigInt(power) : size * 10n ** BigInt(-power) < d) power -= 1;
  const shift = digits - 1 - power;
  const [top, bottom] = shift >= 0 ? [size * 10n ** BigInt(shift), d] : [size, d * 10n ** BigInt(-shift)];
  const complete = top % bottom === 0n;
  const all = (top / bottom).toString();
  const figures = complete ? all.replace(/0+$/, '') : all;
  return { text: minus + placed(figures, power), complete };
}

/** Digits with their decimal point. Short numbers have no exponent. */
function placed(figures: string, power: number): string {
  if (power < -7 || power > 20) {
    const rest = figures.slice(1);
    return `${figures[0]}${rest && '.'}${rest}e${power}`;
  }
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${figures}`;
  const whole = figures.slice(0, power + 1).padEnd(power + 1, '0');
  const rest = figures.slice(power + 1);
  return rest ? `${whole}.${rest}` : whole;
}

/** A float as in the address and in a request: the shortest text that reads back, also for minus
 * zero. */
export function written(x: number): string {
  return Object.is(x, -0) ? '-0.0' : String(x);
}
