/** What is wrong with an input, in a sentence that names the field and the value. */
export class TangencyError extends Error {
  override readonly name = 'TangencyError';

  /** `field` is `value`, must be `what`. */
  static of(field: string, value: unknown, what: string): TangencyError {
    return new TangencyError(`${field} is ${excerpt(value)}, must be ${what}`);
  }

  /** What `act` returns; the engine throws sentences, which may have to be put otherwise. */
  static unless<T>(act: () => T, put = (sentence: string) => sentence): T {
    try {
      return act();
    } catch (error) {
      throw typeof error === 'string' ? new TangencyError(put(error)) : error;
    }
  }

  /** The same where the sentences name fields: what is `half_extents` to the engine is `halfExtents` here. */
  static ofFieldsUnless<T>(act: () => T): T {
    return TangencyError.unless(act, (sentence) => sentence.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  }
}

/** A value in a few words. */
function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : typeof value === 'object' && value !== null ? kindOf(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function kindOf(value: object): string {
  if (Array.isArray(value)) return 'an array';
  return ArrayBuffer.isView(value) ? aOf(value.constructor.name) : 'an object';
}

/** The name of a kind with its article. */
export function aOf(name: string): string {
  return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}
