import { foldText } from '#domain/texts/foldText.ts';
import { indexedWords } from '#domain/texts/words.ts';
import { followUpMark, noSourceWord } from '#server/gateways/models/searchProtocol.ts';
import { parseJson } from '#server/gateways/readJson.ts';
import * as z from 'zod/mini';

const searchQuestion = z.looseObject({
  question: z.string(),
  sources: z.array(
    z.looseObject({ number: z.int(), title: z.string(), passages: z.array(z.string()) }),
  ),
});

type Source = z.output<typeof searchQuestion>['sources'][number];

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** How many sentences are quoted at most, each from another source. */
const mostSentences = 4;

/** Sentences with less than this share of the best sentence's score are not quoted. */
const leastShare = 0.5;

/** How many words of a text are compared. */
const mostWords = 500;

/** Returns the question of AI search in a message; `undefined` for another message. */
export function searchQuestionIn(text: string): string | undefined {
  return searchQuestion.safeParse(parseJson(text)).data?.question;
}

/**
 * Returns the sandbox's answer to AI search: the sentences of the passages that share most words with the question,
 * each with the number of its source.
 */
export function sandboxSearchAnswer(text: string): string {
  const { data } = searchQuestion.safeParse(parseJson(text));
  if (!data) return noSourceWord;
  const requested = indexedWords(data.question, mostWords);
  const best = data.sources
    .flatMap((source) => bestSentence(source, requested) ?? [])
    .toSorted((one, other) => other.score - one.score);
  const least = (best[0]?.score ?? 0) * leastShare;
  const quoted = best.filter(({ score }) => score > 0 && score >= least).slice(0, mostSentences);
  if (quoted.length === 0) return noSourceWord;
  const followUps = data.sources.slice(-3).map(({ title }) => `${followUpMark} ${title}?`);
  return [
    '*No model was asked: the sandbox quotes sentences of the sources.*',
    quoted.map(({ sentence, number }) => `- ${sentence} [${number}]`).join('\n'),
    followUps.join('\n'),
  ].join('\n\n');
}

function bestSentence({ number, passages }: Source, requested: ReadonlySet<string>) {
  const sentences = passages.flatMap((passage) =>
    [...segmenter.segment(passage)].map(({ segment }) => segment.replace(/\s+/g, ' ').trim()),
  );
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => ({ sentence, number, score: sharedWeight(sentence, requested) }))
    .toSorted((one, other) => other.score - one.score)[0];
}

/** Longer words have more weight. */
function sharedWeight(sentence: string, requested: ReadonlySet<string>): number {
  const words = indexedWords(foldText(sentence), mostWords);
  const shared = [...requested].filter((word) => words.has(word));
  return shared.reduce((sum, word) => sum + Math.min(8, word.length), 0);
}
