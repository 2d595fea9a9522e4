/** The error of an invalid input, with a message that names the field and the value. */
export class TangencyError extends Error {
  override readonly name = 'TangencyError';

  /** Creates the error "`field` is `value`, must be `what`". */
  static of(field: string, value: unknown, what: string): TangencyError {
    return new TangencyError(`${field} is ${excerpt(value)}, must be ${what}`);
  }

  /**
   * Returns the result of `act`. A string that the engine throws becomes an error, with a message
   * that `put` may change.
   */
  static unless<T>(act: () => T, put = (sentence: string) => sentence): T {
    try {
      return act();
    } catch (error) {
      throw typeof error === 'string' ? new TangencyError(put(error)) : error;
    }
  }

  /**
   * Does the same as `unless` for messages that name fields: `half_extents` in the engine is
   * `halfExtents` here.
   */
  static ofFieldsUnless<T>(act: () => T): T {
    return TangencyError.unless(act, (sentence) => sentence.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  }
}

/** Describes a value in a few words. */
function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : typeof value === 'object' && value !== null ? kindOf(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function kindOf(value: object): string {
  if (Array.isArray(value)) return 'an array';
  return ArrayBuffer.isView(value) ? aOf(value.constructor.name) : 'an object';
}

/** Returns a name with its article. */
export function aOf(name: string): string {
  return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}
