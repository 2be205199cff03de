import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';
import { SlidersHorizontal } from 'lucide-react';

/** Opens the settings of a chat; stands at the message box. */
export function ChatSettingsButton() {
  const { t } = useText();
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('conversations.settings.open')}
      title={t('conversations.settings.open')}
      aria-haspopup="dialog"
      onClick={() => openChatDialog({ dialog: 'settings' })}
    >
      <SlidersHorizontal aria-hidden="true" size={18} />
    </button>
  );
}
