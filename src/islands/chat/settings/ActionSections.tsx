import { restoredForDays } from '#domain/chat/chat.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { archiveAddress } from '#stores/account/accountDeletion.ts';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';
import { exportAddress } from '#stores/conversations/exports.ts';
import { Download } from 'lucide-react';

/** A button that opens the list of keyboard shortcuts. */
export function ShortcutsSection() {
  const { t } = useText();
  const open = (): void => openChatDialog({ dialog: 'shortcuts' });
  return (
    <Button look="quiet" aria-haspopup="dialog" onClick={open}>
      {t('conversations.shortcuts.open')}
    </Button>
  );
}

/** Links that download all conversations as one file. */
export function ExportConversations() {
  const { t } = useText();
  return (
    <>
      <Explanation text={t('conversations.export.explanation')} />
      <div className="flex flex-wrap gap-2">
        <DownloadLink
          href={exportAddress('markdown')}
          text={t('conversations.export.allMarkdown')}
        />
        <DownloadLink href={exportAddress('json')} text={t('conversations.export.allJson')} />
      </div>
    </>
  );
}

/** A button that deletes all conversations after a confirmation. */
export function DeleteConversations() {
  const { t } = useText();
  const open = (): void => openChatDialog({ dialog: 'deleteAll' });
  return (
    <>
      <Explanation text={t('conversations.deleteAll.explanation', { days: restoredForDays })} />
      <Button look="quiet" className="text-negative" aria-haspopup="dialog" onClick={open}>
        {t('conversations.deleteAll.title')}
      </Button>
    </>
  );
}

/** A link that downloads all data of the account as one file. */
export function ArchiveSection() {
  const { t } = useText();
  return (
    <>
      <Explanation text={t('settings.takeAway.explanation')} />
      <DownloadLink href={archiveAddress} text={t('settings.takeAway.button')} />
    </>
  );
}

function Explanation({ text }: { text: string }) {
  return <p className="mb-3 text-14 text-soft">{text}</p>;
}

function DownloadLink({ href, text }: { href: string; text: string }) {
  return (
    <a className="button button-quiet" href={href} download>
      <Download aria-hidden="true" size={16} />
      <span>{text}</span>
    </a>
  );
}
