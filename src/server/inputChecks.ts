import { dropOverrides } from '#domain/texts/text.ts';
import { AppError } from '#server/errors.ts';

// Checks of input that no schema holds. `what` begins the message of the error: “The price”, or a field as in “count:”.

export function invalid(sentence: string): AppError {
  return new AppError('invalid_input', sentence);
}

/** Returns a text on one line, without direction overrides. Throws `invalid_input`. */
export function line(what: string, text: string, most: number): string {
  const trimmed = dropOverrides(text).trim();
  if (trimmed === '') throw invalid(`${what} must say something`);
  if (/\p{Cc}/u.test(trimmed)) throw invalid(`${what} must be one line`);
  const { length } = [...trimmed];
  if (length > most) throw invalid(`${what} has ${length} characters, at most ${most} are allowed`);
  return trimmed;
}

/** Returns the reason that an operator gives, for the audit log. Throws `invalid_input`. */
export function reasonLine(reason: string): string {
  return line('The reason', reason, 500);
}

/** Returns a whole number from `least` to `most`. Throws `invalid_input`. */
export function wholeNumber(what: string, value: number, most: number, least = 1): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalid(`${what} must be a whole number from ${least} to ${most}`);
}

/** Returns the `invalid_input` of a field of a request that breaks a rule. */
export function invalidField(
  field: string,
  rule: string,
  place: 'body' | 'query' | 'header' = 'body',
): AppError {
  return new AppError('invalid_input', `${field}: ${rule}`, { place, fields: [{ field, rule }] });
}
