import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { ChatSettingsForm } from '#islands/chat/settings/ChatSettingsForm.tsx';
import { useText } from '#islands/shared/text.tsx';

/** The chat settings, as a dialog that the message box opens. */
export function SettingsDialog() {
  const { t } = useText();
  return (
    <DialogFrame title={t('conversations.settings.title')} wide>
      <ChatSettingsForm />
    </DialogFrame>
  );
}
