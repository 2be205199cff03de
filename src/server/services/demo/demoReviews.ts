import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { hashOf } from '#domain/hash.ts';
import type { Language } from '#domain/languages/languages.ts';
import { languageOfTag } from '#domain/languages/readLanguage.ts';
import { type DemoGpt, demoProfile } from '#server/services/demo/demoFigures.ts';
import { demoDays } from '#server/services/demo/demoFolder.ts';
import { type RandomNumbers, oneOf, randomNumbers } from '#server/services/demo/randomNumbers.ts';

export type DemoReview = {
  gptId: string;
  /** Number of the user, from 0. */
  user: number;
  rating: number;
  text: string | null;
  /** How many days before the start of the demo it was written. */
  daysAgo: number;
};

export const demoUsers = 24;

const textsFile = fileURLToPath(new URL('../../../content/demo/reviews.yaml', import.meta.url));

/** Texts by language and rating. */
type Texts = Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>>;

export async function readDemoTexts(): Promise<Texts> {
  return parse(await readFile(textsFile, 'utf8')) as Texts;
}

const stream = 13;
const oldestReview = 45;
const shareOfTexts = 0.8;
/** Distance between the numbers of users who review the same GPT: with 24 users, nobody reviews it twice. */
const userStep = 5;

const reviewsByRank = [
  { ranks: 20, reviews: 4 },
  { ranks: 50, reviews: 2 },
];

/** Returns the reviews of a seed: the most used GPTs have the most; texts are in the language of the GPT. */
export function demoReviews(seed: number, gpts: readonly DemoGpt[], texts: Texts): DemoReview[] {
  const byUse = gpts
    .map((gpt) => ({ ...gpt, profile: demoProfile(seed, gpt) }))
    .toSorted((one, other) => other.profile.daily - one.profile.daily);
  return byUse.flatMap(({ id, lang, profile }, rank) => {
    const count = reviewsByRank.find(({ ranks }) => rank < ranks)?.reviews ?? 0;
    const next = randomNumbers(seed, stream, hashOf(id));
    const language = lang === null ? undefined : languageOfTag(lang);
    const age = Math.min(oldestReview, demoDays - profile.firstDay);
    return reviewsOf(id, count, next, age, language === undefined ? {} : texts[language]);
  });
}

function reviewsOf(
  gptId: string,
  count: number,
  next: RandomNumbers,
  age: number,
  texts: Readonly<Record<string, readonly string[]>>,
): DemoReview[] {
  const first = Math.floor(next() * demoUsers);
  const unused = new Map(Object.entries(texts).map(([rating, list]) => [rating, [...list]]));
  return Array.from({ length: count }, (_, number) => {
    const rating = ratingOf(next());
    const daysAgo = next() * age;
    const left = next() < shareOfTexts ? (unused.get(String(rating)) ?? []) : [];
    const text = left.length === 0 ? null : oneOf(next, left);
    if (text !== null) left.splice(left.indexOf(text), 1);
    return { gptId, user: (first + number * userStep) % demoUsers, rating, text, daysAgo };
  });
}

function ratingOf(share: number): number {
  if (share < 0.48) return 5;
  if (share < 0.82) return 4;
  return share < 0.94 ? 3 : 2;
}
