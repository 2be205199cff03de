import type { ShortcutName } from '#domain/chat/shortcuts.ts';
import { PaletteDialog } from '#islands/chat/dialogs/PaletteDialog.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $chatDialog, closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { $isOutdated } from '#stores/browser/newVersion.ts';
import { notify } from '#stores/browser/toasts.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

const OpenDialog = lazyPart(
  async () => (await import('#islands/chat/dialogs/OpenDialog.tsx')).OpenDialog,
  { waiting: Waiting, failed: Failed },
);

/** The dialogs of the chat area. Except for the palette, their code is fetched when the first one opens. */
export function ChatDialogs({ onCommand }: { onCommand: (name: ShortcutName) => void }) {
  const open = useStore($chatDialog);
  if (open?.dialog === 'search') return <PaletteDialog onCommand={onCommand} />;
  return open ? <OpenDialog open={open} /> : null;
}

function Waiting() {
  const { t } = useText();
  return <output className="sr-only">{t('chat.loading')}</output>;
}

function Failed() {
  useEffect(() => {
    if (!$isOutdated.get()) notify('error', 'errors.offline');
    closeChatDialog();
  }, []);
  return null;
}
