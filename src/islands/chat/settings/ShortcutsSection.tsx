import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';

/** A button that opens the list of keyboard shortcuts. */
export function ShortcutsSection() {
  const { t } = useText();
  return (
    <Button
      look="quiet"
      aria-haspopup="dialog"
      onClick={() => openChatDialog({ dialog: 'shortcuts' })}
    >
      {t('conversations.shortcuts.open')}
    </Button>
  );
}
