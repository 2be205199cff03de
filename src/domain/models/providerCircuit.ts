/**
 * Why a provider, or one of its keys, gets no requests: it refuses our key or account, the account has no money or quota left,
 * or requests of several users failed in a row.
 */
export type ProviderProblem = 'refused' | 'empty' | 'failing';

/** The state of a provider or a key that is closed, or failed since it last served us. */
export type ProviderState = {
  /** `null` while it is asked as usual, and failures are counted. */
  problem: ProviderProblem | null;
  /** Failures in a row. */
  failures: number;
  /** The users of these failures, as far as they matter. */
  users: readonly string[];
  /** The time of the newest failure or try. */
  changed: Date;
  /** When it was closed. */
  since: Date | null;
  /** Until then it gets no request; then one request tries it. */
  until: Date | null;
  /** Seconds until the next try. */
  pause: number;
};

/** Failures in a row that close a provider, and the fewest users that they must have had. */
export const failuresToClose = 5;
export const usersToClose = 3;

/** Failures count in a row only within this time: a provider that nobody asks has not failed since. */
const rowMilliseconds = 15 * 60_000;

const firstPause = 60;

/** The longest pause of a refused or empty account. A provider that fails is tried every minute. */
const longestPause = 15 * 60;

/** The time for the one request that tries a closed provider. */
const tryMilliseconds = 60_000;

/** Returns the state after a failed request of a user. A request that began before the provider was closed changes nothing. */
export function afterFailure(
  before: ProviderState | undefined,
  user: string,
  now: Date,
): ProviderState {
  if (before && before.problem !== null) return before;
  const isRow = before && now.getTime() - before.changed.getTime() < rowMilliseconds;
  const failures = (isRow ? before.failures : 0) + 1;
  const known = isRow ? before.users : [];
  const users = known.includes(user) || known.length >= usersToClose ? known : [...known, user];
  const counted = { failures, users, changed: now };
  if (failures < failuresToClose || users.length < usersToClose) {
    return { ...counted, problem: null, since: null, until: null, pause: 0 };
  }
  return { ...counted, ...closedFor('failing', firstPause, now), since: now };
}

/** Returns the state after a request that met a problem of our account. */
export function afterProblem(
  before: ProviderState | undefined,
  problem: ProviderProblem,
  now: Date,
): ProviderState {
  if (before && before.problem !== null) return before;
  return { failures: 0, users: [], ...closedFor(problem, firstPause, now), since: now };
}

/**
 * Returns the state while one request tries a closed provider: no other one may try it. `undefined` if it is not closed,
 * or not due.
 */
export function beginTry(before: ProviderState | undefined, now: Date): ProviderState | undefined {
  if (!before || before.problem === null || !isDue(before, now)) return undefined;
  return { ...before, until: new Date(now.getTime() + tryMilliseconds), changed: now };
}

/** Returns the state after a try that did not succeed. `problem`: what it met, if that is known. */
export function afterTry(
  before: ProviderState,
  problem: ProviderProblem | undefined,
  now: Date,
): ProviderState {
  const found = problem ?? before.problem ?? 'failing';
  const longer = found === 'failing' ? firstPause : Math.min(2 * before.pause, longestPause);
  return { ...before, ...closedFor(found, Math.max(longer, firstPause), now) };
}

/** Whether a closed provider may be tried now. */
export function isDue({ until }: Pick<ProviderState, 'until'>, now: Date): boolean {
  return until === null || now >= until;
}

function closedFor(problem: ProviderProblem, pause: number, now: Date) {
  return { problem, pause, until: new Date(now.getTime() + pause * 1_000), changed: now };
}
