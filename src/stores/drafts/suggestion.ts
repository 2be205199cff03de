import { $draft, editDraft, hasFilledText } from '#stores/drafts/drafts.ts';

/** The newest suggestion that was put into the message box. */
let suggested = '';

/**
 * Puts a suggested question into the message box: in place of the one before or of the text of an address, and after a
 * text that the user typed.
 */
export function suggestQuestion(question: string): void {
  const typed = $draft.get().text.trim();
  const isReplaced = typed === '' || typed === suggested.trim() || hasFilledText();
  suggested = question;
  editDraft(isReplaced ? question : `${typed}\n\n${question}`);
}
