import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';

/** A button that deletes all conversations after a confirmation. */
export function DeleteConversations() {
  const { t } = useText();
  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('conversations.deleteAll.explanation')}</p>
      <Button
        look="quiet"
        className="text-negative"
        aria-haspopup="dialog"
        onClick={() => openChatDialog({ dialog: 'deleteAll' })}
      >
        {t('conversations.deleteAll.title')}
      </Button>
    </>
  );
}
