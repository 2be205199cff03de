import { plainHtml, workOf } from '#markdown/markdownToHtml.ts';
import { withoutMarks } from '#domain/texts/answerMarks.ts';
import { hasVisible } from '#domain/texts/text.ts';
import { formulaHtml } from '#markdown/formulas.ts';
import { neutralHtml } from '#markdown/neutralHtml.ts';

/** Most work of the answer of an example, in plain characters. One with more is shown as it was written. */
const exampleWork = 400_000;

/**
 * Returns the HTML of the answer of an example for `answerInLanguage`. An answer that would be empty, such as the definition
 * of a link alone, is shown as it was written.
 */
export function exampleHtml(
  { id, answer }: { id: string; answer: string },
  ownHost: string,
): string {
  if (workOf(answer) > exampleWork) return plainHtml(withoutMarks(answer));
  const html = neutralHtml(answer, {
    ownHost,
    formula: formulaHtml,
    footnotePrefix: `example-${id}-`,
  });
  return hasVisible(html.replace(/<[^>]*>/g, '')) ? html : plainHtml(withoutMarks(answer));
}
