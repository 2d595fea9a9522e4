/** What is wrong with an input, in a sentence that names the field and the value. */
export class TangencyError extends Error {
  override readonly name = 'TangencyError';

  /** `field` is `value`, must be `what`. */
  static of(field: string, value: unknown, what: string): TangencyError {
    return new TangencyError(`${field} is ${excerpt(value)}, must be ${what}`);
  }

  /** What `act` returns; the engine throws sentences. */
  static unless<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw typeof error === 'string' ? new TangencyError(error) : error;
    }
  }
}

function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : Array.isArray(value) ? 'an array' : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
