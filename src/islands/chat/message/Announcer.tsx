import { sentencesOf } from '#islands/chat/message/sentences.ts';
import { type TranslateInBrowser } from '#i18n/browser.ts';
import { useText } from '#islands/shared/text.tsx';
import { $messages, $runningAnswer, $runningText, type Answer } from '#stores/thread/thread.ts';
import { useEffect, useState } from 'react';

/** A screen reader that is given more than this at once, or more often, only falls behind. */
const everyMilliseconds = 1_000;

/** Reads the running answer out to screen readers, by whole sentences, and says how it ended. */
export function Announcer() {
  const { t } = useText();
  const [said, setSaid] = useState('');
  useEffect(() => readOut(setSaid, t), [t]);
  return (
    <div role="log" aria-live="polite" aria-atomic="true" className="sr-only">
      {said}
    </div>
  );
}

/** Follows the running answer apart from drawing. Returns a function that ends it. */
function readOut(say: (text: string) => void, t: TranslateInBrowser): () => void {
  let key: string | undefined;
  let length = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sayNext = (): void => {
    timer = undefined;
    const next = sentencesOf($runningText.get().slice(length));
    length += next.length;
    if (next !== '') say(withoutMarks(next));
  };
  const unfollowText = $runningText.listen((text) => {
    if (text.length > length) timer ??= setTimeout(sayNext, everyMilliseconds);
  });
  const unfollow = $runningAnswer.subscribe((running) => {
    if (running && running.key === key) return;
    clearTimeout(timer);
    timer = undefined;
    const ended = $messages.get().find((message) => message.key === key);
    if (ended?.role === 'assistant' && ended.state !== 'running') {
      say(`${withoutMarks(ended.text.slice(length))} ${endingOf(ended, t)}`);
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

function endingOf(answer: Answer, t: TranslateInBrowser): string {
  if (answer.state !== 'failed' && answer.state !== 'interrupted') {
    return t(answer.media.length > 0 ? 'chat.media.ready' : 'chat.announce.done');
  }
  const reason = answer.reason ? t(`chat.reason.${answer.reason}`) : '';
  return t('chat.announce.failed', { reason });
}

/** The text without the signs of Markdown. */
function withoutMarks(text: string): string {
  return text.replaceAll(/[#*_`>|]+/g, '');
}
