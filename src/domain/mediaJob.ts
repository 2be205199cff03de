/**
 * The states of a media job. `stored` and `failed` never change. An `expired` job is closed for its user and costs
 * nothing; a result that still comes makes it `stored`.
 */
export const jobStates = ['queued', 'submitted', 'running', 'stored', 'failed', 'expired'] as const;

export type JobState = (typeof jobStates)[number];

/** Where a provider is asked about a job that it accepted, in its own words. */
export type MediaTicket = {
  id: string;
  statusUrl?: string;
  resultUrl?: string;
  cancelUrl?: string;
};

/** The events of a job. */
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

const changes: Readonly<Record<JobState, Partial<Record<JobEvent, JobChange>>>> = {
  queued: {
    accepted: { state: 'submitted', hold: 'kept' },
    // A provider that answers a request with the result itself.
    finished: { state: 'stored', hold: 'settled' },
    failed: { state: 'failed', hold: 'released' },
    stopped: { state: 'failed', hold: 'released' },
    deadline: { state: 'expired', hold: 'released' },
  },
  submitted: {
    progressed: { state: 'running', hold: 'kept' },
    finished: { state: 'stored', hold: 'settled' },
    failed: { state: 'failed', hold: 'released' },
    stopped: { state: 'failed', hold: 'released' },
    deadline: { state: 'expired', hold: 'released' },
  },
  running: {
    progressed: { state: 'running', hold: 'kept' },
    finished: { state: 'stored', hold: 'settled' },
    failed: { state: 'failed', hold: 'released' },
    stopped: { state: 'failed', hold: 'released' },
    deadline: { state: 'expired', hold: 'released' },
  },
  expired: {
    progressed: { state: 'expired', hold: 'kept' },
    finished: { state: 'stored', hold: 'kept' },
    failed: { state: 'failed', hold: 'kept' },
  },
  stored: {},
  failed: {},
};

/** Returns the change that an event makes, or `undefined` where the state does not allow it. */
export function changeOf(state: JobState, event: JobEvent): JobChange | undefined {
  return changes[state][event];
}

/** Whether the hold of a job in this state is open. */
export function isOpen(state: JobState): boolean {
  return state === 'queued' || state === 'submitted' || state === 'running';
}

/** When the next step of a job is due after a pause in milliseconds. An open job ends at its deadline, not after it. */
export function nextStepOf(
  { state, deadline }: { state: JobState; deadline: Date },
  now: Date,
  pause: number,
): Date {
  const due = now.getTime() + pause;
  return new Date(isOpen(state) ? Math.max(now.getTime(), Math.min(due, deadline.getTime())) : due);
}

/** Milliseconds between the first polls, and the longest pause. */
const pollPauses = { first: 1_500, most: 15_000, growth: 1.4 };

/**
 * Milliseconds until a job is polled again, after so many polls. Random within a quarter, so that jobs which began
 * together are not polled together; `chance` is from 0 up to 1.
 */
export function pollPause(polls: number, chance: number): number {
  const { first, most, growth } = pollPauses;
  // Beyond twenty polls the pause is the longest anyway; a larger exponent would overflow.
  const pause = Math.min(most, first * growth ** Math.min(polls, 20));
  return Math.round(pause * (0.75 + chance / 2));
}
