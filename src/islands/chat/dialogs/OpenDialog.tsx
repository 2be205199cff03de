import { DeleteAllDialog } from '#islands/chat/dialogs/DeleteAllDialog.tsx';
import { SearchDialog } from '#islands/chat/dialogs/SearchDialog.tsx';
import { SettingsDialog } from '#islands/chat/dialogs/SettingsDialog.tsx';
import { ShareDialog } from '#islands/chat/dialogs/ShareDialog.tsx';
import { ShortcutsDialog } from '#islands/chat/dialogs/ShortcutsDialog.tsx';
import type { ChatDialog } from '#stores/chat/chatDialogs.ts';

/** The dialog that is open. */
export function OpenDialog({ open }: { open: ChatDialog }) {
  switch (open.dialog) {
    case 'search':
      return <SearchDialog />;
    case 'share':
      return <ShareDialog conversation={open.conversation} />;
    case 'settings':
      return <SettingsDialog />;
    case 'shortcuts':
      return <ShortcutsDialog />;
    case 'deleteAll':
      return <DeleteAllDialog />;
  }
}
