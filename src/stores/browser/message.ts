import { CallError } from '#contract/call.ts';

/** A text for the user before translation: its key and the values to insert. Islands translate it. */
export type Message = { key: string; values: Readonly<Record<string, string | number>> };

export function message(key: string, values: Message['values'] = {}): Message {
  return { key, values };
}

/** Returns the message for the user about a failed call. It names the time to wait where the server does. */
export function errorMessage(error: unknown): Message {
  if (!(error instanceof CallError)) return message('errors.internal');
  const seconds = secondsToWait(error);
  if (error.code === 'too_many_requests' && seconds !== undefined) return waitMessage(seconds);
  const tries = error.details['tries_left'];
  if (error.code === 'wrong_code' && typeof tries === 'number' && tries > 0) {
    return message('errors.wrong_code_left', { count: tries });
  }
  const { price, support } = error.details;
  if (error.code === 'price_changed' && typeof price === 'number') {
    return message('errors.price_changed', { count: price });
  }
  if (error.code === 'account_blocked' && typeof support === 'string') {
    return message('errors.account_blocked_support', { support });
  }
  if (error.code === 'own_limit' && error.details['period'] === 'month') {
    return message('errors.own_limit_month', numbersAndWords(error.details));
  }
  return message(`errors.${error.code}`, numbersAndWords(error.details));
}

/** Whether a question was refused because it would pass a limit that the user has set. */
export function isOwnLimit({ key }: Message): boolean {
  return key.startsWith('errors.own_limit');
}

/** Whether a call failed because no user is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.code === 'not_signed_in';
}

/** Returns the seconds until a refused call may be retried, where the server names them. */
export function secondsToWait(error: unknown): number | undefined {
  if (!(error instanceof CallError)) return undefined;
  const seconds = error.details['retry_seconds'];
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : undefined;
}

function numbersAndWords(details: Readonly<Record<string, unknown>>): Message['values'] {
  const fitting = Object.entries(details).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'number' || typeof entry[1] === 'string',
  );
  return Object.fromEntries(fitting);
}

function waitMessage(seconds: number): Message {
  if (seconds <= 120) return message('errors.too_many_requests_seconds', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 120) return message('errors.too_many_requests_minutes', { count: minutes });
  return message('errors.too_many_requests_hours', { count: Math.ceil(minutes / 60) });
}
