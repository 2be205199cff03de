import { useText } from '#islands/shared/text.tsx';
import { archiveAddress } from '#stores/account/accountDeletion.ts';
import { Download } from 'lucide-react';

/** A link that downloads all data of the account as one file. */
export function ArchiveSection() {
  const { t } = useText();
  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('settings.takeAway.explanation')}</p>
      <a className="button button-quiet" href={archiveAddress} download>
        <Download aria-hidden="true" size={16} />
        {t('settings.takeAway.button')}
      </a>
    </>
  );
}
