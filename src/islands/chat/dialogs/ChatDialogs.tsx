import { fetchLater } from '#islands/shared/fetchLater.ts';
import { useText } from '#islands/shared/text.tsx';
import { $chatDialog, closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { notify } from '#stores/browser/toasts.ts';
import { useStore } from '@nanostores/react';
import { Suspense, useEffect } from 'react';

const OpenDialog = fetchLater(
  async () => (await import('#islands/chat/dialogs/OpenDialog.tsx')).OpenDialog,
  Unreachable,
);

/** The dialogs of the chat area; their code comes with the first one that opens. */
export function ChatDialogs() {
  const { t } = useText();
  const open = useStore($chatDialog);
  if (!open) return null;
  return (
    <Suspense fallback={<output className="sr-only">{t('chat.loading')}</output>}>
      <OpenDialog open={open} />
    </Suspense>
  );
}

/** Without a connection there is no dialog. */
function Unreachable() {
  useEffect(() => {
    notify('error', 'errors.offline');
    closeChatDialog();
  }, []);
  return null;
}
