import { isMediaAnswer } from '#islands/chat/media/isMediaAnswer.ts';
import { isSearchAnswer } from '#islands/chat/search/SearchAnswer.tsx';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import type { Answer } from '#stores/thread/thread.ts';

export type AnswerEnding = {
  /** How the answer ended, in a few words or a sentence. */
  state: string;
  /** The reason, and that it was free. */
  details: readonly string[];
  isFailure: boolean;
};

/** Reasons whose text includes that the answer was free. */
const freeReasons: readonly string[] = [
  'upstream_unauthorised',
  'deadline_passed',
  'late',
  'outcome_unknown',
];

/** Returns how an answer ended, for the page and for screen readers; `undefined` if it is complete. */
export function answerEnding(answer: Answer, t: TranslateInBrowser): AnswerEnding | undefined {
  if (answer.truncated) {
    return { state: t('chat.state.truncated'), details: [], isFailure: false };
  }
  if (answer.state === 'finished' || answer.state === 'imported') return undefined;
  const hasFailed = answer.state === 'failed' || answer.state === 'interrupted';
  const isMedia = isMediaAnswer(answer);
  // An answer that failed after some text is shown as interrupted.
  const state = answer.state === 'failed' && answer.text !== '' ? 'interrupted' : answer.state;
  const details = [
    reasonText(answer, t),
    answer.charged === 0 &&
      !freeReasons.includes(answer.reason ?? '') &&
      t(isSearchAnswer(answer) ? 'chat.search.free' : 'chat.wasFree'),
  ];
  return {
    state: t(state === 'failed' && isMedia ? 'chat.media.notMade' : `chat.state.${state}`),
    details: details.flatMap((detail) =>
      typeof detail === 'string' && detail !== '' ? [detail] : [],
    ),
    isFailure: hasFailed && answer.reason !== 'no_source',
  };
}

function reasonText({ reason, search }: Answer, t: TranslateInBrowser): string | undefined {
  if (reason === 'no_source' && search?.scope === 'own') return t('chat.search.site.noSource');
  return reason ? t(`chat.reason.${reason}`) : undefined;
}
