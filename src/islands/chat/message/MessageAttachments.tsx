import { lazyPart } from '#islands/shared/lazyPart.tsx';
import type { Attachment } from '#stores/drafts/attachments.ts';

const AttachmentList = lazyPart(
  async () => (await import('#islands/chat/message/AttachmentList.tsx')).AttachmentList,
  { waiting: Placeholder },
);

type Props = { attachments: readonly Attachment[] };

/** The files of a question. Their code is fetched with the first question that has files. */
export function MessageAttachments({ attachments }: Props) {
  return attachments.length === 0 ? null : <AttachmentList attachments={attachments} />;
}

/** As high as the files will be. */
function Placeholder({ attachments }: Props) {
  const hasPicture = attachments.some(({ kind }) => kind === 'image');
  return <div className={hasPicture ? 'h-60' : 'h-14'} />;
}
