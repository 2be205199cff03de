import type { SearchSource } from '#contract/search/aiSearch.ts';
import { unsupportedMark } from '#domain/search/aiSearch.ts';
import { textHash } from '#server/services/search/textHash.ts';
import {
  citationsIn,
  withoutCitations,
} from '#server/services/search/citations/normaliseCitations.ts';
import { sentencesOf } from '#server/services/search/citations/sentences.ts';
import { coverageOf } from '#server/services/search/passages/rankPassages.ts';
import { contentWords } from '#server/services/search/passages/terms.ts';
import type { LocalQuestion, WebLanguage } from '../../fixtures/localWeb.ts';

export type AnsweredQuestion = {
  question: LocalQuestion;
  text: string;
  sources: SearchSource[];
  /** Why it did not finish. */
  reason: string | null;
};

/** The texts that were read, by their hash. */
export type StoredTexts = ReadonlyMap<string, string>;

export type Share = { good: number; all: number };

export type Faithfulness = {
  language: WebLanguage | 'all';
  /** Citations whose source quotes its stored text word for word. */
  verbatim: Share;
  /** Sentences that cite, most of whose words are in the cited text, and that are not marked. */
  supported: Share;
  /** Answerable questions whose answer has the right figure. */
  right: Share;
  /** Questions without an answer in the web that ended in "no good source". */
  refused: Share;
  /** Sentences marked as not found in their source. */
  marked: number;
};

/** A cited sentence shares at least this much of its words with its sources. */
const leastCoverage = 0.8;

export function emptyAnswer(question: LocalQuestion): AnsweredQuestion {
  return { question, text: '', sources: [], reason: null };
}

/** Measures how faithful answers are to their sources, for all of them and by language. */
export function measureFaithfulness(
  answers: readonly AnsweredQuestion[],
  texts: StoredTexts,
): Faithfulness[] {
  const languages = ['en', 'de', 'zh'] as const;
  return [
    ...languages.map((language) => ({
      ...measure(
        answers.filter(({ question }) => question.language === language),
        texts,
      ),
      language,
    })),
    { ...measure(answers, texts), language: 'all' as const },
  ];
}

function measure(
  answers: readonly AnsweredQuestion[],
  texts: StoredTexts,
): Omit<Faithfulness, 'language'> {
  const answerable = answers.filter(({ question }) => question.answer !== null);
  const others = answers.filter(({ question }) => question.answer === null);
  const cited = answers.flatMap(({ text, sources }) =>
    sentencesOf(text)
      .filter((sentence) => citationsIn(sentence.text).length > 0)
      .map(({ text: sentence }) => ({ sentence, sources: sourcesOf(sentence, sources) })),
  );
  const citations = cited.flatMap((one) => one.sources);
  return {
    verbatim: share(citations, (source) => source !== undefined && isVerbatim(source, texts)),
    supported: share(cited, isSupported),
    right: share(answerable, ({ question, text }) => text.includes(question.answer ?? '')),
    refused: share(others, ({ reason }) => reason === 'no_source'),
    marked: cited.filter(({ sentence }) => sentence.includes(unsupportedMark)).length,
  };
}

function sourcesOf(sentence: string, sources: readonly SearchSource[]) {
  return citationsIn(sentence).map((number) => sources.find((source) => source.number === number));
}

function isVerbatim({ text_hash: hash, quotes }: SearchSource, texts: StoredTexts): boolean {
  const text = texts.get(hash);
  if (text === undefined || textHash(text) !== hash) return false;
  return quotes.every((quote) => text.slice(quote.start, quote.end) === quote.text);
}

function isSupported(one: { sentence: string; sources: readonly (SearchSource | undefined)[] }) {
  if (one.sentence.includes(unsupportedMark)) return false;
  const quoted = one.sources.flatMap((source) => source?.quotes.map(({ text }) => text) ?? []);
  const words = contentWords(withoutCitations(one.sentence));
  return coverageOf(words, quoted.join('\n')) >= leastCoverage;
}

function share<Item>(items: readonly Item[], isGood: (item: Item) => boolean): Share {
  return { good: items.filter(isGood).length, all: items.length };
}
