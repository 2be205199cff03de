import { fetchLater } from '#islands/shared/fetchLater.ts';
import type { Attachment } from '#stores/chat/attachments.ts';
import { Suspense } from 'react';

const AttachmentList = fetchLater(
  async () => (await import('#islands/chat/message/AttachmentList.tsx')).AttachmentList,
  () => null,
);

/** What was sent with a question; most have nothing, so that its code comes with the first one that has. */
export function MessageAttachments({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null;
  const hasPicture = attachments.some(({ kind }) => kind === 'image');
  return (
    <Suspense fallback={<div className={hasPicture ? 'h-60' : 'h-14'} />}>
      <AttachmentList attachments={attachments} />
    </Suspense>
  );
}
