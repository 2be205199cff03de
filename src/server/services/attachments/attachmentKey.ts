/** The key under which the media store keeps an attachment. The trigger on its table says the same. */
export function attachmentKey({ id, contentId }: { id: string; contentId: string | null }): string {
  return `attachments/${contentId ?? id}`;
}
