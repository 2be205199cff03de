import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';
import { SlidersHorizontal } from 'lucide-react';

/** The button in the message box that opens the chat settings. */
export function ChatSettingsButton() {
  const { t } = useText();
  return (
    <IconButton
      label={t('conversations.settings.open')}
      icon={SlidersHorizontal}
      hasTip
      aria-haspopup="dialog"
      onClick={() => openChatDialog({ dialog: 'settings' })}
    />
  );
}
