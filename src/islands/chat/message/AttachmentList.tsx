import { fileSize } from '#islands/chat/controls/fileSize.ts';
import { PictureDialog } from '#islands/chat/message/PictureDialog.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type Attachment, attachmentUrl, pictureUrl } from '#stores/drafts/attachments.ts';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';

/** The longer side of a picture in a conversation, in pixels. */
const shownSide = 240;

/** The files of a question: pictures, which open in a dialog, and links that download other files. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const { t } = useText();
  const [opened, setOpened] = useState<Attachment>();
  return (
    <>
      <ul
        aria-label={t('composer.files.label')}
        className="flex max-w-[85%] flex-wrap justify-end gap-2"
      >
        {attachments.map((attachment) => (
          <li key={attachment.id} className="min-w-0 max-w-full">
            {attachment.kind === 'image' ? (
              <Picture attachment={attachment} onOpen={() => setOpened(attachment)} />
            ) : (
              <FileLink attachment={attachment} />
            )}
          </li>
        ))}
      </ul>
      {opened && <PictureDialog picture={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function Picture({ attachment, onOpen }: { attachment: Attachment; onOpen: () => void }) {
  const { t } = useText();
  const { name, width, height } = attachment;
  // The size is known before the picture is loaded, so that nothing moves.
  const scale = Math.min(1, shownSide / Math.max(width ?? shownSide, height ?? shownSide));
  return (
    <button
      type="button"
      className="block min-h-11 min-w-11 cursor-zoom-in overflow-hidden rounded-large border border-line bg-sunken"
      aria-label={t('composer.picture.open', { name })}
      onClick={onOpen}
    >
      <img
        src={pictureUrl(attachment)}
        alt=""
        loading="lazy"
        width={Math.round((width ?? shownSide) * scale)}
        height={Math.round((height ?? shownSide) * scale)}
        className="block h-auto max-w-full object-cover"
      />
    </button>
  );
}

function FileLink({ attachment }: { attachment: Attachment }) {
  const { t, language } = useText();
  const { id, name, size } = attachment;
  return (
    <a
      href={attachmentUrl(id)}
      download={name}
      className="flex min-h-11 items-center gap-2 rounded-large border border-line bg-raised py-1.5 pr-3 pl-2.5 text-14 hover:border-line-strong"
      title={t('composer.download', { name })}
    >
      <FileText aria-hidden="true" size={20} className="shrink-0 text-faint" />
      <span className="min-w-0 leading-snug">
        <span className="line-clamp-2" dir="auto">
          {name}
        </span>
        <span className="block text-12 text-soft">{fileSize(size, language)}</span>
      </span>
      <Download aria-hidden="true" size={16} className="shrink-0 text-faint" />
    </a>
  );
}
