/** The states of providers' jobs, in our words. */
export type ProviderState = 'running' | 'finished' | 'failed' | 'expired';

/** The providers' words for each state, in lower case and letters only. */
const meanings: Readonly<Record<Exclude<ProviderState, 'running'>, readonly string[]>> = {
  finished: ['completed', 'complete', 'succeeded', 'success', 'finished', 'done', 'ready', 'ok'],
  failed: [
    'failed',
    'failure',
    'fail',
    'error',
    'canceled',
    'cancelled',
    'aborted',
    'rejected',
    'moderated',
    'blocked',
    'createtaskfailed',
    'generateaudiofailed',
    'callbackexception',
    'sensitiveworderror',
  ],
  expired: ['expired', 'timeout', 'timedout'],
};

/**
 * Returns the meaning of a provider's state. An unknown word counts as running, because the deadline ends the job anyway.
 * `expired` is not `failed`: the provider has deleted a job that may have been finished and charged.
 */
export function meaningOf(word: string): ProviderState {
  const plain = word.toLowerCase().replace(/[^a-z]/g, '');
  for (const state of ['finished', 'failed', 'expired'] as const) {
    if (meanings[state].includes(plain)) return state;
  }
  return 'running';
}
