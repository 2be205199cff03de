import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { ChatSettingsForm } from '#islands/chat/settings/ChatSettingsForm.tsx';
import { useText } from '#islands/shared/text.tsx';

/** How answers are made, from the message box. */
export function SettingsDialog() {
  const { t } = useText();
  return (
    <DialogFrame title={t('conversations.settings.title')} wide>
      <ChatSettingsForm />
    </DialogFrame>
  );
}
