import { attachmentsPerMessage } from '#domain/attachments.ts';
import { useFileDrop } from '#islands/chat/composer/useFileDrop.ts';
import { useText } from '#islands/shared/text.tsx';
import { Paperclip } from 'lucide-react';

/** Attaches files that are dropped or pasted anywhere in the chat area, and shows a frame while files are over it. */
export function DropFrame() {
  const { t } = useText();
  const isOver = useFileDrop();
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-2 z-30 flex flex-col items-center justify-center gap-2 rounded-large border-2 border-dashed border-accent bg-surface/90 p-6 text-center">
      <Paperclip aria-hidden="true" size={28} className="text-accent" />
      <p className="text-18 font-semibold">{t('composer.drop.title')}</p>
      <p className="text-soft">{t('composer.drop.says', { count: attachmentsPerMessage })}</p>
    </div>
  );
}
