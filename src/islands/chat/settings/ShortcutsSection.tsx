import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';

/** Opens the list of keyboard shortcuts. */
export function ShortcutsSection() {
  const { t } = useText();
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-haspopup="dialog"
      onClick={() => openChatDialog({ dialog: 'shortcuts' })}
    >
      {t('conversations.shortcuts.open')}
    </button>
  );
}
