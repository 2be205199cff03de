import { plainHtml, workOf } from '#markdown/markdownToHtml.ts';
import { withoutMarks } from '#domain/texts/answerMarks.ts';
import { formulaHtml } from '#markdown/formulas.ts';
import { neutralHtml } from '#markdown/neutralHtml.ts';

/** Most work of the answer of an example, in plain characters. One with more is shown as it was written. */
const exampleWork = 400_000;

/** Returns the HTML of the answer of an example for `answerInLanguage`. */
export function exampleHtml(
  { id, answer }: { id: string; answer: string },
  ownHost: string,
): string {
  if (workOf(answer) > exampleWork) return plainHtml(withoutMarks(answer));
  return neutralHtml(answer, {
    ownHost,
    formula: formulaHtml,
    footnotePrefix: `example-${id}-`,
  });
}
