import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { BrushCleaning, Share2 } from 'lucide-react';

/** Share, and Clear history. */
export function ConversationButtons({ conversation }: { conversation: ConversationCard }) {
  const { t } = useText();
  return (
    <>
      <button
        type="button"
        className="icon-button px-2 text-14"
        aria-haspopup="dialog"
        title={t('conversations.share.title')}
        onClick={() => openChatDialog({ dialog: 'share', conversation })}
      >
        <Share2 aria-hidden="true" size={18} />
        <span className="max-lg:sr-only">{t('conversations.share.button')}</span>
      </button>
      <button
        type="button"
        className="icon-button px-2 text-14"
        aria-haspopup="dialog"
        title={t('conversations.clearTip')}
        onClick={() => openChatDialog({ dialog: 'clear', conversation })}
      >
        <BrushCleaning aria-hidden="true" size={18} />
        <span className="max-lg:sr-only">{t('conversations.clear')}</span>
      </button>
    </>
  );
}
