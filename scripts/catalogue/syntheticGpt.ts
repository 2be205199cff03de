import { type Day, addDays } from '#domain/dates.ts';
import { latinVocabularies } from './latinVocabularies.ts';
import { otherVocabularies } from './otherVocabularies.ts';
import {
  type RandomNumbers,
  oneOf,
  randomNumbers,
  startingState,
} from '#server/services/demo/randomNumbers.ts';
import { type SyntheticHistory, conversationsOf } from './syntheticHistory.ts';
import { type Vocabulary, syntheticCategories, syntheticTags } from './vocabulary.ts';

const vocabularies = [...latinVocabularies, ...otherVocabularies];
const totalWeight = vocabularies.reduce((sum, { weight }) => sum + weight, 0);
/** Selects the random numbers for texts; `syntheticHistory.ts` uses others. */
const texts = 1;

/** Returns the made-up GPT number `index` of a seed as a row for an import. `until` is the last day of its history. */
export function syntheticGpt(
  seed: number,
  index: number,
  history: SyntheticHistory,
  until: Day,
): Record<string, unknown> & { id: string } {
  const next = randomNumbers(seed, texts, index);
  const vocabulary = chooseVocabulary(next);
  const categoryIndex = Math.floor(next() * syntheticCategories.length);
  const subject = oneOf(next, vocabulary.subjects[categoryIndex] ?? []);
  const fill = templateFiller(next, vocabulary, subject);
  const isRated = next() < 0.6;
  return {
    id: idOf(seed, index, next),
    name: nameOf(next, fill(vocabulary.name)),
    description: sentencesOf(next, vocabulary, 1 + Math.floor(next() * 3))
      .map(fill)
      .join(' '),
    author: next() < 0.7 ? authorOf(next) : null,
    categories: categoriesOf(next, categoryIndex),
    tags: Array.from({ length: 2 + Math.floor(next() * 5) }, () => oneOf(next, syntheticTags)),
    lang: vocabulary.lang,
    capabilities: next() < 0.5 ? ['text'] : ['text', oneOf(next, ['image-input', 'code'])],
    welcome_message: fill(vocabulary.welcome),
    prompt_starters: vocabulary.starters.slice(0, 4).map(fill),
    instructions: next() < 0.8 ? instructionsOf(next, vocabulary, fill) : null,
    created: addDays(until, -history.age),
    updated: addDays(until, -Math.floor(next() * history.age)),
    source: `generated with seed ${seed}`,
    license: 'CC0-1.0',
    conversations: conversationsOf(history),
    rating: isRated ? Math.round((3 + next() * 2) * 100) / 100 : null,
    reviews: isRated ? Math.floor(conversationsOf(history) / 300) : null,
  };
}

function chooseVocabulary(next: RandomNumbers): Vocabulary {
  let rest = next() * totalWeight;
  for (const vocabulary of vocabularies) {
    rest -= vocabulary.weight;
    if (rest < 0) return vocabulary;
  }
  throw new Error('The weights of the languages do not add up');
}

function templateFiller(
  next: RandomNumbers,
  { roles, kinds }: Vocabulary,
  subject: string,
): (template: string) => string {
  return (template) =>
    template
      .replaceAll('{subject}', subject)
      .replaceAll('{role}', () => oneOf(next, roles))
      .replaceAll('{kind}', () => oneOf(next, kinds));
}

/** Returns `g-` and nine characters. The first six encode the index, so that ids of a seed are unique. */
function idOf(seed: number, index: number, next: RandomNumbers): string {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = startingState(seed, 0, index) >>> 0;
  let id = 'g-';
  for (let digit = 0; digit < 6; digit += 1) {
    id += letters[rest % letters.length];
    rest = Math.floor(rest / letters.length);
  }
  for (let digit = 0; digit < 3; digit += 1) id += oneOf(next, [...letters]);
  return id;
}

/** Adds an invented word to about half of the names, and an emoji or a number to some. A few names are equal. */
function nameOf(next: RandomNumbers, plain: string): string {
  const kind = next();
  if (kind < 0.4) return `${inventedWord(next)}: ${plain}`;
  if (kind < 0.5) return `${plain} ${oneOf(next, ['✨', '🚀', '❤️', '🎨', '📚', '🧠'])}`;
  if (kind < 0.6) return `${plain} ${2 + Math.floor(next() * 8)}`;
  return plain;
}

/** Returns an invented studio. A few studios have many GPTs, and some names begin like a spreadsheet formula. */
function authorOf(next: RandomNumbers): string {
  const studio = Math.floor(40 * (1 - next()) ** -0.8);
  const words = randomNumbers(studio, texts, studio);
  const name = `${inventedWord(words)} ${oneOf(words, ['Studio', 'Labs', 'Works', '工作室', '開発', '연구소'])}`;
  return words() < 0.05 ? `${oneOf(words, ['@', '-', '=', '+'])}${name}` : name;
}

function inventedWord(next: RandomNumbers): string {
  const syllables = [
    'lu',
    'mo',
    'ra',
    've',
    'ki',
    'to',
    'na',
    'shi',
    'bel',
    'dor',
    'fin',
    'qua',
    'zen',
  ];
  const word = Array.from({ length: 2 + Math.floor(next() * 3) }, () => oneOf(next, syllables));
  return word.join('').replace(/^./, (letter) => letter.toUpperCase());
}

function categoriesOf(next: RandomNumbers, index: number): string[] {
  const first = syntheticCategories[index] ?? syntheticCategories[0];
  return next() < 0.3 ? [...new Set([first, oneOf(next, syntheticCategories)])] : [first];
}

function instructionsOf(
  next: RandomNumbers,
  vocabulary: Vocabulary,
  fill: (template: string) => string,
): string {
  return sentencesOf(next, vocabulary, 4 + Math.floor(next() * 12))
    .map((sentence, index) => `${index + 1}. ${fill(sentence)}`)
    .join('\n');
}

/** Returns consecutive sentences from a random start, so that neighbouring sentences differ. */
function sentencesOf(next: RandomNumbers, { sentences }: Vocabulary, count: number): string[] {
  const first = Math.floor(next() * sentences.length);
  return Array.from(
    { length: count },
    (_, index) => sentences[(first + index) % sentences.length] ?? '',
  );
}
