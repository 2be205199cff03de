/** Our state for a provider's own word. */
export type ProviderState = 'running' | 'finished' | 'failed' | 'expired';

/** The words of providers, in small letters without signs between them. */
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
 * Returns what a provider's state means. An unknown one means that the job runs: its deadline ends it. An expired one is
 * not failed: the provider has forgotten a job that may have been finished, and charged.
 */
export function meaningOf(word: string): ProviderState {
  const plain = word.toLowerCase().replace(/[^a-z]/g, '');
  for (const state of ['finished', 'failed', 'expired'] as const) {
    if (meanings[state].includes(plain)) return state;
  }
  return 'running';
}
