import type { FailureReason } from '#contract/chat/chat.ts';
import type { MediaKind } from '#domain/media/media.ts';
import { ownValue } from '#domain/ownValue.ts';

/** The sandbox's behaviour for an order. */
export type MediaScript = {
  /** Why it does not take the order. */
  submit?: { kind: 'refused' | 'busy' | 'unclear'; reason: FailureReason };
  /** How long it takes. */
  seconds: number;
  end: 'made' | 'broken' | 'empty' | 'failed' | 'filtered' | 'expired' | 'unknown' | 'unreachable';
  /** The name of its last state. */
  word: string;
};

const usualSeconds: Readonly<Record<MediaKind, number>> = { picture: 3, music: 4, video: 5 };

const longestSeconds = 3_600;

type Play = (seconds: number) => Omit<MediaScript, 'seconds'> & { seconds?: number };

/**
 * The commands after `sandbox:` in the prompt. A number is the time in seconds until the end: `sandbox: expired 20`.
 */
export const mediaCommands: Readonly<Record<string, Play>> = {
  slow: (seconds) => ({ seconds, end: 'made', word: 'completed' }),
  fast: () => ({ seconds: 0, end: 'made', word: 'completed' }),
  'fail-submit': () => refusal('refused', 'upstream_error'),
  'filter-submit': () => refusal('refused', 'filtered'),
  busy: () => refusal('busy', 'upstream_busy'),
  unclear: () => refusal('unclear', 'upstream_cut'),
  fail: () => ({ end: 'failed', word: 'failed' }),
  filter: () => ({ end: 'filtered', word: 'moderated' }),
  expired: () => ({ end: 'expired', word: 'expired' }),
  'empty-url': () => ({ end: 'empty', word: 'completed' }),
  broken: () => ({ end: 'broken', word: 'completed' }),
  'unknown-state': () => ({ end: 'unknown', word: 'pondering' }),
  unreachable: () => ({ end: 'unreachable', word: '' }),
};

/** Returns the behaviour that the prompt commands. Without a command the file is made in a few seconds. */
export function mediaScript(prompt: string, kind: MediaKind): MediaScript {
  const usual = { seconds: usualSeconds[kind], end: 'made', word: 'completed' } as const;
  const [, name = '', number] = /sandbox:[ \t]*([\w-]+)(?:[ \t]+(\d{1,4}))?/i.exec(prompt) ?? [];
  const command = name.toLowerCase();
  const play = ownValue(mediaCommands, command);
  if (!play) return usual;
  const seconds = number === undefined ? usual.seconds : Math.min(longestSeconds, Number(number));
  return { ...usual, seconds, ...play(seconds) };
}

function refusal(
  kind: 'refused' | 'busy' | 'unclear',
  reason: FailureReason,
): Omit<MediaScript, 'seconds'> {
  return { submit: { kind, reason }, end: 'failed', word: 'failed' };
}
