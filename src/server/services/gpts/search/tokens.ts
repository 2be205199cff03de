import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { Converter } from 'opencc-js/t2cn';
import { pairsOf, wordsOf } from '#domain/words.ts';

/** A word, or a segment of a script that writes no spaces. Texts are folded, Chinese is simplified. */
export type Token = { kind: 'word' | 'segment'; text: string };

/** Stemmers of the interface languages that have inflected forms and a Snowball algorithm. */
const stemmers: Readonly<Record<string, (word: string) => string>> = {
  en: english,
  de: german,
  fr: french,
};

/** Shorter words have no endings that are worth removing. */
const stemmedMinLetters = 4;

/** Stems are remembered, because computing one takes longer than everything else about a word. */
const rememberedStems = 200_000;
const stems = new Map<string, string>();

const toSimplified = Converter({ from: 'tw', to: 'cn' });

/** Divides Chinese, Japanese and Korean alike: its dictionary holds Chinese and Japanese. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** A single one may stand in simplified texts as well, such as 著. */
const fewestTraditional = 2;

/** Whether a Chinese text is written in traditional characters. */
export function isTraditional(text: string): boolean {
  const simplified = [...toSimplified(text)];
  const changed = [...text].filter((character, index) => character !== simplified[index]);
  return changed.length >= fewestTraditional;
}

/** The tokens of the first `most` words of a text, in their order. */
export function tokensOf(text: string, most: number): Token[] {
  return wordsOf(text, most).flatMap((word): Token[] => {
    if (word.kind === 'word') return [{ kind: 'word', text: word.text }];
    const segments = [...segmenter.segment(toSimplified(word.text))];
    return segments.map(({ segment }) => ({ kind: 'segment', text: segment }));
  });
}

/** Neighbouring tokens as one text: words with spaces between them, segments without. */
export function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ kind, text }, index) => (index > 0 && kind === 'word' ? ` ${text}` : text))
    .join('');
}

/** Returns every two neighbouring characters of a segment, unless they are all of it. */
export function pairsWithin({ kind, text }: Token): string[] {
  if (kind === 'word') return [];
  const pairs = pairsOf(text).slice(0, -1);
  return pairs.length > 1 ? pairs : [];
}

/** Whether words of a language have stems. */
export function isStemmed(language: string): boolean {
  return language in stemmers;
}

/** Returns the stem of a folded word; in languages without stems the word itself. */
export function stemOf(word: string, language: string): string {
  const stemmer = stemmers[language];
  if (!stemmer || word.length < stemmedMinLetters) return word;
  const key = `${language}:${word}`;
  const known = stems.get(key);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  if (stems.size < rememberedStems) stems.set(key, stem);
  return stem;
}
