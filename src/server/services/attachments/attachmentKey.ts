/** Returns the key of an attachment in the media store. The trigger on its table computes the same key. */
export function attachmentKey({ id, contentId }: { id: string; contentId: string | null }): string {
  return `attachments/${contentId ?? id}`;
}
