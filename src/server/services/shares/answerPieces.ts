import type { BranchMessage } from '#server/db/queries/branches.ts';
import { markWord } from '#domain/texts/answerMarks.ts';
import { formulaHtml } from '#markdown/formulas.ts';
import { neutralPieces } from '#markdown/neutralHtml.ts';
import { citationsToHtml } from '#server/services/shares/citationsHtml.ts';

/** Returns the prefix of the ids of an answer's sources. */
export function sourcePrefix({ id }: Pick<BranchMessage, 'id'>): string {
  return `source-${id}-`;
}

/** Yields the HTML of an answer in pieces, with marks in place of the few words that depend on the language. */
export function answerPieces(
  message: Pick<BranchMessage, 'id' | 'text' | 'search'>,
  ownHost: string,
): Generator<string> {
  const { search } = message;
  return neutralPieces(message.text, {
    ownHost,
    formula: formulaHtml,
    footnotePrefix: `note-${message.id}-`,
    ...(search && { cite: citationsToHtml(markWord('u'), search, sourcePrefix(message)) }),
  });
}
