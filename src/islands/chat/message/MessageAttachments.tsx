import { fetchLater } from '#islands/shared/fetchLater.ts';
import type { Attachment } from '#stores/chat/attachments.ts';
import { Suspense } from 'react';

const AttachmentList = fetchLater(
  async () => (await import('#islands/chat/message/AttachmentList.tsx')).AttachmentList,
  () => null,
);

/** The files of a question; most have none, so that the code comes with the first one that has. */
export function MessageAttachments({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null;
  const hasPicture = attachments.some(({ kind }) => kind === 'image');
  return (
    <Suspense fallback={<div className={hasPicture ? 'h-60' : 'h-14'} />}>
      <AttachmentList attachments={attachments} />
    </Suspense>
  );
}
