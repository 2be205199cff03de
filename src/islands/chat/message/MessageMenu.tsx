import { guessLanguage } from '#domain/languages/guessLanguage.ts';
import { languageTags } from '#domain/languages/languages.ts';
import { spokenSentences } from '#islands/answer/spokenSentences.ts';
import { useMenu } from '#islands/chat/controls/useMenu.ts';
import { quoteText } from '#islands/chat/message/quoteText.ts';
import { rememberText } from '#islands/chat/message/rememberText.ts';
import { useText } from '#islands/shared/text.tsx';
import { $hasVoices, watchVoices } from '#stores/browser/speech.ts';
import { readAloud } from '#stores/thread/readAloud.ts';
import type { ThreadMessage } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { BookmarkPlus, type LucideIcon, TextQuote, Volume2 } from 'lucide-react';
import { useEffect } from 'react';

type Props = {
  message: Pick<ThreadMessage, 'key' | 'text'>;
  /** The button that opened the menu, which is positioned next to it. */
  button: HTMLElement;
  onClose: () => void;
};

/** Further actions with the text of a message. */
export function MessageMenu({ message, button, onClose }: Props) {
  const { t, language } = useText();
  const { menu, onKeyDown, close } = useMenu(button, onClose, 'start');
  const hasVoices = useStore($hasVoices);
  useEffect(watchVoices, []);
  const closeThen = (action: () => void) => () => {
    close();
    action();
  };
  const read = (): void => {
    const tag = languageTags[guessLanguage(message.text, language)];
    void readAloud(message.key, spokenSentences(message.text), tag);
  };
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={t('chat.message.more')}
      className="menu text-[0.9375rem]"
      onKeyDown={onKeyDown}
    >
      <Item
        icon={TextQuote}
        label={t('chat.message.quote')}
        onChoose={closeThen(() => quoteText(message.text))}
      />
      <Item
        icon={BookmarkPlus}
        label={t('chat.message.remember')}
        onChoose={closeThen(() => rememberText(message.text))}
      />
      {hasVoices && (
        <Item icon={Volume2} label={t('chat.message.readAloud')} onChoose={closeThen(read)} />
      )}
    </div>
  );
}

type ItemProps = { icon: LucideIcon; label: string; onChoose: () => void };

function Item({ icon: Icon, label, onChoose }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className="menu-item" onClick={onChoose}>
      <Icon aria-hidden="true" size={16} className="shrink-0 text-faint" />
      <span>{label}</span>
    </button>
  );
}
