import { unsupportedMark } from '#domain/aiSearch.ts';
import { factsIn } from '#server/services/search/citations/facts.ts';
import {
  citationsIn,
  normaliseCitations,
  withoutCitations,
} from '#server/services/search/citations/normaliseCitations.ts';
import { withoutLinks } from '#server/services/search/citations/withoutLinks.ts';

/** The numbers and dates of sources (`formsIn`), by the sources' numbers. */
export type SourceForms = ReadonlyMap<number, ReadonlySet<string>>;

export type CheckedSentence = { text: string; citations: number[]; isSupported: boolean };

/**
 * Checks a sentence of an answer by rules, without a model. Removes links, pictures, and citations of sources that were
 * not opened. Marks the sentence if a number or date in it is in none of the cited sources, or, without citations, in
 * no source. `before` is the last character of the preceding text.
 */
export function checkSentence(
  sentence: string,
  sources: SourceForms,
  before = '',
): CheckedSentence {
  const own = sentence.replaceAll(unsupportedMark, '').replaceAll('［?］', '');
  const text = normaliseCitations(withoutLinks(own, before), new Set(sources.keys()));
  const citations = citationsIn(text);
  const forms = (citations.length > 0 ? citations : [...sources.keys()]).map(
    (number) => sources.get(number) ?? new Set<string>(),
  );
  const isSupported = factsIn(withoutCitations(text)).every((fact) =>
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
