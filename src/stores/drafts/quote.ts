import { $draft, editDraft } from '#stores/drafts/drafts.ts';

/** Adds a text to the message box as a quote in Markdown, with an empty line for the question after it. */
export function quoteInDraft(text: string): void {
  const quote = text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const before = $draft.get().text.trimEnd();
  editDraft(`${before === '' ? '' : `${before}\n\n`}${quote}\n\n`);
}
