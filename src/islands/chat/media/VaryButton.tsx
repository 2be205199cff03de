import { useText } from '#islands/shared/text.tsx';
import { findMessage } from '#stores/thread/branches.ts';
import { suggestQuestion } from '#stores/drafts/suggestion.ts';
import { chooseMediaOptions } from '#stores/media/mediaOptions.ts';
import { $thread, type Answer } from '#stores/thread/thread.ts';
import { Shuffle } from 'lucide-react';

/** Copies the prompt and its options into the message box, where the user can change them. */
export function VaryButton({ answer }: { answer: Answer }) {
  const { t } = useText();
  const vary = (): void => {
    const thread = $thread.get();
    if (thread.state !== 'open' || answer.parentKey === null) return;
    suggestQuestion(findMessage(thread.all, answer.parentKey)?.text ?? '');
    if (answer.options) chooseMediaOptions(answer.options);
    document.getElementById('message')?.focus();
  };
  return (
    <button
      type="button"
      className="message-button px-2"
      title={t('chat.media.varyTip')}
      onClick={vary}
    >
      <Shuffle aria-hidden="true" size={15} />
      <span>{t('chat.media.vary')}</span>
    </button>
  );
}
