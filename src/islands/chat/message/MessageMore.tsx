import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $spokenKey, stopSpeaking } from '#stores/browser/speech.ts';
import type { ThreadMessage } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { Ellipsis, Square } from 'lucide-react';
import { useState } from 'react';

const MessageMenu = lazyPart(
  async () => (await import('#islands/chat/message/MessageMenu.tsx')).MessageMenu,
);

type Props = { message: Pick<ThreadMessage, 'key' | 'text'> };

/** Opens the menu of further actions with the text of a message; stops reading it aloud. */
export function MessageMore({ message }: Props) {
  const { t } = useText();
  const [button, setButton] = useState<HTMLElement>();
  const isSpoken = useStore($spokenKey) === message.key;
  return (
    <>
      {isSpoken && (
        <button type="button" className="message-button px-2" onClick={stopSpeaking}>
          <Square aria-hidden="true" size={13} />
          <span>{t('chat.message.stopReading')}</span>
        </button>
      )}
      <IconButton
        label={t('chat.message.more')}
        icon={Ellipsis}
        size={15}
        hasTip
        look="message-button"
        aria-haspopup="menu"
        aria-expanded={button !== undefined}
        onPointerEnter={MessageMenu.preload}
        onFocus={MessageMenu.preload}
        onClick={({ currentTarget }) => setButton(currentTarget)}
      />
      {button && (
        <MessageMenu message={message} button={button} onClose={() => setButton(undefined)} />
      )}
    </>
  );
}
