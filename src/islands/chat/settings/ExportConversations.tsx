import { useText } from '#islands/shared/text.tsx';
import { exportAddress } from '#stores/conversations/exports.ts';
import { Download } from 'lucide-react';

/** Links that download all conversations as one file. */
export function ExportConversations() {
  const { t } = useText();
  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('conversations.export.explanation')}</p>
      <div className="flex flex-wrap gap-2">
        <a className="button button-quiet" href={exportAddress('markdown')} download>
          <Download aria-hidden="true" size={16} />
          {t('conversations.export.allMarkdown')}
        </a>
        <a className="button button-quiet" href={exportAddress('json')} download>
          <Download aria-hidden="true" size={16} />
          {t('conversations.export.allJson')}
        </a>
      </div>
    </>
  );
}
