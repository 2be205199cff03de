import { neutralHtml } from '#markdown/neutralHtml.ts';

/**
 * Returns the instructions of a GPT as HTML for `answerInLanguage`. Their authors may not know Markdown, so line breaks are
 * kept, and formulas are shown as they were written, because a single `$` is seldom one.
 */
export function instructionsHtml(instructions: string, ownHost: string): string {
  return neutralHtml(instructions, { ownHost, footnotePrefix: 'note-', keepsLines: true });
}
