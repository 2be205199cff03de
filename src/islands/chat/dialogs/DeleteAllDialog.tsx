import { restoredForDays } from '#domain/chat/chat.ts';
import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { ChatSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { deleteAllConversations } from '#stores/conversations/conversationChanges.ts';
import { countConversations } from '#stores/conversations/countConversations.ts';
import { type Message, errorMessage } from '#stores/browser/message.ts';
import { useEffect, useState } from 'react';

type Count =
  | { state: 'counting' }
  | { state: 'counted'; count: number; capped: boolean }
  | { state: 'failed'; problem: Message };

/** Asks for confirmation before all conversations are deleted, and shows their number. */
export function DeleteAllDialog() {
  const { t } = useText();
  const [count, setCount] = useState<Count>({ state: 'counting' });
  useEffect(() => {
    const abort = new AbortController();
    countConversations(abort.signal).then(
      (counted) => setCount({ state: 'counted', ...counted }),
      (error: unknown) => {
        if (!abort.signal.aborted) setCount({ state: 'failed', problem: errorMessage(error) });
      },
    );
    return () => abort.abort();
  }, []);
  return (
    <DialogFrame title={t('conversations.deleteAll.title')}>
      {count.state === 'counting' && <ChatSpinner />}
      {count.state === 'failed' && <p role="alert">{t(count.problem.key, count.problem.values)}</p>}
      {count.state === 'counted' && <Question {...count} />}
    </DialogFrame>
  );
}

function Question({ count, capped }: { count: number; capped: boolean }) {
  const { t } = useText();
  const [deleting, setDeleting] = useState(false);
  if (count === 0) return <p>{t('conversations.deleteAll.nothing')}</p>;
  const remove = async (): Promise<void> => {
    setDeleting(true);
    await deleteAllConversations();
    closeChatDialog();
  };
  return (
    <>
      <p className="font-medium">
        {t(capped ? 'conversations.deleteAll.many' : 'conversations.deleteAll.question', { count })}
      </p>
      <p className="mt-2 text-14 text-soft">
        {t('conversations.deleteAll.explanation', { days: restoredForDays })}
      </p>
      <div className="dialog-actions">
        <Button className="button-danger" disabled={deleting} onClick={() => void remove()}>
          {t('conversations.deleteAll.confirm')}
        </Button>
        <Button look="quiet" onClick={closeChatDialog}>
          {t('conversations.deleteAll.keep')}
        </Button>
      </div>
    </>
  );
}
