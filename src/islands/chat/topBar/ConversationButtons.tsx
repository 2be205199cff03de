import { useText } from '#islands/shared/text.tsx';
import { type ChatDialog, openChatDialog } from '#stores/chat/chatDialogs.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { BrushCleaning, type LucideIcon, Share2 } from 'lucide-react';

/** Share, and Clear history. */
export function ConversationButtons({ conversation }: { conversation: ConversationCard }) {
  const { t } = useText();
  return (
    <>
      <DialogButton
        Icon={Share2}
        text={t('conversations.share.button')}
        tip={t('conversations.share.title')}
        dialog={{ dialog: 'share', conversation }}
      />
      <DialogButton
        Icon={BrushCleaning}
        text={t('conversations.clear')}
        tip={t('conversations.clearTip')}
        dialog={{ dialog: 'clear', conversation }}
      />
    </>
  );
}

type DialogButtonProps = { Icon: LucideIcon; text: string; tip: string; dialog: ChatDialog };

/** A button that opens a dialog. Narrow windows show its icon only. */
function DialogButton({ Icon, text, tip, dialog }: DialogButtonProps) {
  return (
    <button
      type="button"
      className="icon-button px-2 text-14"
      aria-haspopup="dialog"
      title={tip}
      onClick={() => openChatDialog(dialog)}
    >
      <Icon aria-hidden="true" size={18} />
      <span className="max-lg:sr-only">{text}</span>
    </button>
  );
}
