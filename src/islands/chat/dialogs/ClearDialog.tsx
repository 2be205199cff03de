import { restoredForDays } from '#domain/chat/chat.ts';
import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import {
  archiveConversation,
  deleteConversation,
} from '#stores/conversations/conversationChanges.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';

/** Clear history: what it does to the open conversation, and whether to do it. */
export function ClearDialog({ conversation }: { conversation: ConversationCard }) {
  const { t } = useText();
  const closeThen = (action: (card: ConversationCard) => Promise<void>) => () => {
    closeChatDialog();
    void action(conversation);
  };
  return (
    <DialogFrame title={t('conversations.clear')}>
      <p className="font-medium break-words">
        {t('conversations.clearAsk.question', { title: conversation.title })}
      </p>
      <p className="mt-2 text-14 text-soft">
        {t('conversations.clearAsk.explanation', { days: restoredForDays })}
      </p>
      <div className="dialog-actions">
        <Button className="button-danger" onClick={closeThen(deleteConversation)}>
          {t('conversations.clearAsk.confirm')}
        </Button>
        <Button look="quiet" onClick={closeThen(archiveConversation)}>
          {t('conversations.clearAsk.archive')}
        </Button>
        <Button look="quiet" onClick={closeChatDialog}>
          {t('conversations.clearAsk.keep')}
        </Button>
      </div>
    </DialogFrame>
  );
}
