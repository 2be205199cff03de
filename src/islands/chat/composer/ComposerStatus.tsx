import { useText } from '#islands/shared/text.tsx';
import { $attachments } from '#stores/drafts/attachments.ts';
import { useStore } from '@nanostores/react';

/** Announces the state of the uploads. */
export function ComposerStatus() {
  const { t } = useText();
  const attachments = useStore($attachments);
  const uploading = attachments.filter(({ state }) => state === 'uploading').length;
  const ready = attachments.filter(({ state }) => state === 'ready').length;
  return (
    <output className="sr-only">
      {uploading > 0 && <span>{t('composer.files.uploading', { count: uploading })}</span>}
      {uploading === 0 && ready > 0 && <span>{t('composer.files.ready', { count: ready })}</span>}
    </output>
  );
}
