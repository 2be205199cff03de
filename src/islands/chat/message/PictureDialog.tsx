import { useBackdropClose } from '#islands/chat/controls/useBackdropClose.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type Attachment, attachmentUrl, pictureUrl } from '#stores/drafts/attachments.ts';
import { Download, X } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** A dialog that shows a picture as large as the window allows. */
export function PictureDialog({ picture, onClose }: { picture: Attachment; onClose: () => void }) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useBackdropClose(dialog);
  const { id, name, width, height } = picture;
  return (
    <dialog
      ref={dialog}
      className="dialog w-fit max-w-[calc(100vw-24px)] p-0"
      aria-label={name}
      onClose={onClose}
    >
      <div className="flex items-center gap-1 py-1 pr-1 pl-4">
        <p className="min-w-0 flex-1 truncate text-14" dir="auto">
          {name}
        </p>
        <a
          href={attachmentUrl(id)}
          download={name}
          className="icon-button"
          aria-label={t('composer.download', { name })}
          title={t('composer.download', { name })}
        >
          <Download aria-hidden="true" size={18} />
        </a>
        <IconButton
          label={t('composer.close')}
          icon={X}
          size={20}
          onClick={() => dialog.current?.close()}
        />
      </div>
      <img
        src={pictureUrl(picture)}
        alt={name}
        {...(width !== null && height !== null && { width, height })}
        className="mx-auto block h-auto max-h-[calc(100dvh-90px)] w-auto max-w-full object-contain"
      />
    </dialog>
  );
}
