/** The key under which the media store keeps an attachment. The trigger on its table says the same. */
export function attachmentKey(id: string): string {
  return `attachments/${id}`;
}
