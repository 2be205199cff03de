import { quoteInDraft } from '#stores/drafts/quote.ts';

/** Quotes a text in the message box, and moves the focus to the place of the question. */
export function quoteText(text: string): void {
  quoteInDraft(text);
  getSelection()?.removeAllRanges();
  const box = document.getElementById('message');
  if (!(box instanceof HTMLTextAreaElement)) return;
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
  box.scrollTop = box.scrollHeight;
}
