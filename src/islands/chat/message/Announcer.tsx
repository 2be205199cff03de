import { joinSentences } from '#domain/texts/joinSentences.ts';
import { answerEnding } from '#islands/chat/message/answerEnding.ts';
import { isMediaAnswer } from '#islands/chat/media/isMediaAnswer.ts';
import { sentencesOf } from '#islands/chat/message/sentences.ts';
import { type TranslateInBrowser } from '#i18n/browser.ts';
import { useText } from '#islands/shared/text.tsx';
import { $messages, $runningAnswer, $runningText, type Answer } from '#stores/thread/thread.ts';
import { useEffect, useState } from 'react';

/** Screen readers fall behind if the text changes more often. */
const intervalMilliseconds = 1_000;

/** Announces the running answer in whole sentences, and its end. */
export function Announcer() {
  const { t } = useText();
  const [text, setText] = useState('');
  useEffect(() => {
    // Screen readers say nothing if the same text is set again.
    const announce = (next: string) => setText((last) => (last === next ? `${next}\u00a0` : next));
    return announceAnswers(announce, t);
  }, [t]);
  return (
    <div role="log" aria-live="polite" aria-atomic="true" className="sr-only">
      {text}
    </div>
  );
}

/** Calls `announce` for each part of the running answer. Returns an unsubscribe function. */
function announceAnswers(announce: (text: string) => void, t: TranslateInBrowser): () => void {
  let key: string | undefined;
  /** Characters that were announced. */
  let length = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const announceNext = (): void => {
    timer = undefined;
    const next = sentencesOf($runningText.get().slice(length));
    length += next.length;
    if (next !== '') announce(withoutMarks(next));
  };
  const unfollowText = $runningText.listen((text) => {
    if (text.length > length) timer ??= setTimeout(announceNext, intervalMilliseconds);
  });
  const unfollow = $runningAnswer.subscribe((running) => {
    if (running && running.key === key) return;
    clearTimeout(timer);
    timer = undefined;
    const ended = $messages.get().find((message) => message.key === key);
    if (ended?.role === 'assistant' && ended.state !== 'running') {
      announce(`${withoutMarks(ended.text.slice(length))} ${endingOf(ended, t)}`);
    }
    key = running?.key;
    length = 0;
  });
  return () => {
    clearTimeout(timer);
    unfollowText();
    unfollow();
  };
}

/** Returns the same words as the page shows below the answer. */
function endingOf(answer: Answer, t: TranslateInBrowser): string {
  const ending = answerEnding(answer, t);
  if (!ending) return t(answer.media.length > 0 ? 'chat.media.ready' : 'chat.announce.done');
  const { state, details } = ending;
  if (answer.state === 'failed' && answer.text === '' && !isMediaAnswer(answer)) {
    return t('chat.announce.failed', { reason: joinSentences(details) });
  }
  return details.length > 0 ? `${state}: ${joinSentences(details)}` : state;
}

/** Returns the text without the characters of Markdown. */
function withoutMarks(text: string): string {
  return text.replaceAll(/[#*_`>|]+/g, '');
}
