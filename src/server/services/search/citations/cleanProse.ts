import { unsupportedMark } from '#domain/search/aiSearch.ts';
import { type Span, readSpans } from '#markdown/readSpans.ts';
import {
  citationsIn,
  normaliseCitations,
  withoutCitations,
} from '#server/services/search/citations/normaliseCitations.ts';
import { withoutLinks } from '#server/services/search/citations/withoutLinks.ts';

export type CleanedProse = {
  text: string;
  citations: number[];
  /** The text without citations, markup of links, code and formulas, for comparison with sources. */
  comparable: string;
};

/** Code or a formula that is only a number, with a unit, says the same as the number. */
const numberOnly = /^[\p{N}\s.,'’%°+−–-]{1,40}\p{L}{0,3}$/u;

/**
 * Removes links, pictures, and citations of sources that were not opened from the prose of a text. Code and formulas
 * stay as they are. `before` is the last character of the preceding text.
 */
export function cleanProse(
  markdown: string,
  opened: ReadonlySet<number>,
  before = '',
): CleanedProse {
  const texts: string[] = [];
  const comparables: string[] = [];
  const citations = new Set<number>();
  let last = before;
  for (const span of readSpans(markdown).flatMap(wordsOf)) {
    const text = span.kind === 'fixed' ? span.source : cleanPiece(span.source, last, opened);
    texts.push(text);
    last = text.at(-1) ?? last;
    if (span.kind === 'fixed') {
      comparables.push(numberOnly.test(span.text) ? span.text : ' ');
      continue;
    }
    for (const number of citationsIn(text)) citations.add(number);
    comparables.push(withoutCitations(text));
  }
  return { text: texts.join(''), citations: [...citations], comparable: comparables.join('') };
}

function cleanPiece(source: string, last: string, opened: ReadonlySet<number>): string {
  const own = source.replaceAll(unsupportedMark, '').replaceAll('［?］', '');
  return normaliseCitations(withoutLinks(own, last), opened);
}

/** Returns the words of a question without markup. */
export function plainProse(markdown: string): string {
  return readSpans(markdown)
    .flatMap(wordsOf)
    .map((span) =>
      span.kind === 'fixed'
        ? span.text
        : withoutCitations(withoutLinks(span.source)).replace(/[`*_#|]/g, ''),
    )
    .join('')
    .trim();
}

type Word = Exclude<Span, { kind: 'link' }>;

/** Returns the words of a link instead of the link; its number if they are one, as in `[1](address)`. */
function wordsOf(span: Span): Word[] {
  if (span.kind !== 'link') return [span];
  const words = span.words.flatMap(wordsOf);
  const [only] = words;
  const isCitation = words.length === 1 && /^\^?\d{1,3}$/.test(only?.source ?? '');
  return isCitation && !span.source.startsWith('!')
    ? [{ kind: 'prose', source: `[${only?.source ?? ''}]` }]
    : words;
}
