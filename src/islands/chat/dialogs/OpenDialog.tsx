import { ClearDialog } from '#islands/chat/dialogs/ClearDialog.tsx';
import { DeleteAllDialog } from '#islands/chat/dialogs/DeleteAllDialog.tsx';
import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { PersonalTextLinks } from '#islands/chat/dialogs/PersonalTextLinks.tsx';
import { RenameDialog } from '#islands/chat/dialogs/RenameDialog.tsx';
import { ReportGpt } from '#islands/chat/dialogs/ReportGpt.tsx';
import { ShareDialog } from '#islands/chat/dialogs/ShareDialog.tsx';
import { ShortcutsDialog } from '#islands/chat/dialogs/ShortcutsDialog.tsx';
import { ChatSettingsForm } from '#islands/chat/settings/ChatSettingsForm.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { LazyDialog } from '#stores/chat/chatDialogs.ts';

/** Fetched when it opens, because it shares code with the messages. */
const RememberDialog = lazyPart(
  async () => (await import('#islands/chat/dialogs/RememberDialog.tsx')).RememberDialog,
);

/** The dialog that is open. */
export function OpenDialog({ open }: { open: LazyDialog }) {
  const { t } = useText();
  switch (open.dialog) {
    case 'share':
      return <ShareDialog conversation={open.conversation} />;
    case 'report':
      return <ReportGpt gpt={open.gpt} />;
    case 'settings':
      return (
        <DialogFrame title={t('conversations.settings.title')} wide>
          <ChatSettingsForm />
          <PersonalTextLinks />
        </DialogFrame>
      );
    case 'remember':
      return <RememberDialog text={open.text} />;
    case 'shortcuts':
      return <ShortcutsDialog />;
    case 'rename':
      return <RenameDialog conversation={open.conversation} />;
    case 'clear':
      return <ClearDialog conversation={open.conversation} />;
    case 'deleteAll':
      return <DeleteAllDialog />;
  }
}
