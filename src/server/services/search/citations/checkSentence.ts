import { unsupportedMark } from '#domain/aiSearch.ts';
import { cleanProse } from '#server/services/search/citations/cleanProse.ts';
import { factsIn } from '#server/services/search/citations/facts.ts';

/** The numbers and dates of sources (`formsIn`), by the sources' numbers. */
export type SourceForms = ReadonlyMap<number, ReadonlySet<string>>;

export type CheckedSentence = { text: string; citations: number[]; isSupported: boolean };

/**
 * Checks a sentence of an answer by rules, without a model. Removes links, pictures, and citations of sources that were
 * not opened. Marks the sentence if a number or date in it is in none of the cited sources, or, without citations, in
 * no source. Nothing within code and formulas is read or changed. `before` is the last character of the preceding text.
 */
export function checkSentence(
  sentence: string,
  sources: SourceForms,
  before = '',
): CheckedSentence {
  const { text, citations, comparable } = cleanProse(sentence, new Set(sources.keys()), before);
  const forms = (citations.length > 0 ? citations : [...sources.keys()]).map(
    (number) => sources.get(number) ?? new Set<string>(),
  );
  const isSupported = factsIn(comparable).every((fact) =>
    fact.forms.some((form) => forms.some((ofSource) => ofSource.has(form))),
  );
  return { text: isSupported ? text : marked(text), citations, isSupported };
}

function marked(text: string): string {
  const end = text.trimEnd();
  // In a table the mark belongs into the last cell.
  const body = end.endsWith('|') ? end.slice(0, -1).trimEnd() : end;
  const cell = end.slice(body.length);
  return `${body}${unsupportedMark}${cell}${text.slice(end.length)}`;
}
