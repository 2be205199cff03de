import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';

/** Deletes all conversations, after a question. */
export function DeleteConversations() {
  const { t } = useText();
  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('conversations.deleteAll.explanation')}</p>
      <button
        type="button"
        className="button button-quiet text-negative"
        aria-haspopup="dialog"
        onClick={() => openChatDialog({ dialog: 'deleteAll' })}
      >
        {t('conversations.deleteAll.title')}
      </button>
    </>
  );
}
