/**
 * The states of a media job. `stored` and `failed` are final. An `expired` job is over for its user and costs nothing, but
 * a late result makes it `stored`. Rows store them: none is ever removed.
 */
export const jobStates = ['queued', 'submitted', 'running', 'stored', 'failed', 'expired'] as const;

export type JobState = (typeof jobStates)[number];

/** The provider's id and URLs of a job that it accepted. */
export type MediaTicket = {
  id: string;
  statusUrl?: string;
  resultUrl?: string;
  cancelUrl?: string;
};

export const jobEvents = [
  'accepted',
  'progressed',
  'finished',
  'failed',
  'stopped',
  'deadline',
] as const;

export type JobEvent = (typeof jobEvents)[number];

/** The effect of an event on a job: its next state, and whether its hold is settled or released. */
export type JobChange = { state: JobState; hold: 'kept' | 'settled' | 'released' };

type JobChanges = Partial<Record<JobEvent, JobChange>>;

/** The events that close the hold. They also happen to a queued job: some providers return the result at once. */
const closing: JobChanges = {
  finished: { state: 'stored', hold: 'settled' },
  failed: { state: 'failed', hold: 'released' },
  stopped: { state: 'failed', hold: 'released' },
  deadline: { state: 'expired', hold: 'released' },
};

const afterAcceptance: JobChanges = { progressed: { state: 'running', hold: 'kept' }, ...closing };

const changes: Readonly<Record<JobState, JobChanges>> = {
  queued: { accepted: { state: 'submitted', hold: 'kept' }, ...closing },
  submitted: afterAcceptance,
  running: afterAcceptance,
  expired: {
    progressed: { state: 'expired', hold: 'kept' },
    finished: { state: 'stored', hold: 'kept' },
    failed: { state: 'failed', hold: 'kept' },
  },
  stored: {},
  failed: {},
};

/** Returns the change of an event; `undefined` if the state does not allow the event. */
export function changeOf(state: JobState, event: JobEvent): JobChange | undefined {
  return changes[state][event];
}

/** Whether the hold of a job in this state is open. */
export function isOpen(state: JobState): boolean {
  return state === 'queued' || state === 'submitted' || state === 'running';
}

/** Returns the time of a job's next step after a pause in milliseconds, for open jobs at the latest their deadline. */
export function nextStepOf(
  { state, deadline }: { state: JobState; deadline: Date },
  now: Date,
  pause: number,
): Date {
  const due = now.getTime() + pause;
  return new Date(isOpen(state) ? Math.max(now.getTime(), Math.min(due, deadline.getTime())) : due);
}

/** Exponential backoff of polls: the first and the longest pause in milliseconds, and the factor between pauses. */
const pollPauses = { first: 1_500, most: 15_000, growth: 1.4 };

/**
 * Returns the milliseconds until the next poll of a job after `polls` polls. Jitter of up to a quarter spreads the polls of
 * jobs that started together. `chance` is a random number from 0 to 1.
 */
export function pollPause(polls: number, chance: number): number {
  const { first, most, growth } = pollPauses;
  // After twenty polls the pause is the longest one; a larger exponent would overflow.
  const pause = Math.min(most, first * growth ** Math.min(polls, 20));
  return Math.round(pause * (0.75 + chance / 2));
}
