import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { Converter } from 'opencc-js/t2cn';
import { pairsOf, wordsOf } from '#domain/texts/words.ts';

/** A word, or a segment of a script without spaces. Texts are folded, Chinese is simplified. */
export type Token = { kind: 'word' | 'segment'; text: string };

/** Stemmers of the interface languages that have inflected forms and a Snowball algorithm. */
const stemmers: Readonly<Record<string, (word: string) => string>> = {
  en: english,
  de: german,
  fr: french,
};

/** Stems of shorter words are the words themselves. */
const stemmedMinLetters = 4;

/**
 * Endings that only inflect a word, by language. Stemmers also remove those that make another word: “politics” and “polite”
 * have one stem, “organ” and “organise”, “universe” and “university”.
 */
const inflections: Readonly<Record<string, RegExp>> = {
  en: /(?:s|ing|ings|ed|er|ers|or|ors|ly|e|es|y|ies|ion|ions|ation|ations|(?<=ic)al)$/,
  de: /(?:e|em|en|er|ern|es|est|in|innen|n|s|st|t|ung|ungen|end|ende|enden)$/,
  fr: /(?:e|s|es|x|er|ez|ent|ant|ante|ants|antes|ons|ee|ees|i|ir|is|it|eur|eurs|euse|euses|ateur|ateurs|atrice|ation|ations|ement|ment)$/,
};

/** An ending may have several inflections, as in “politely”. */
const inflectionsAtMost = 3;

/** Stems are memoised, because computing one takes longer than everything else about a word. */
const cachedStems = 200_000;
const stems = new Map<string, string>();

const toSimplified = Converter({ from: 'tw', to: 'cn' });

/** One segmenter for Chinese, Japanese and Korean: its dictionary has Chinese and Japanese words. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Simplified texts may contain a single traditional character, such as 著. */
const fewestTraditional = 2;

/** Whether a Chinese text is written in traditional characters. */
export function isTraditional(text: string): boolean {
  const simplified = [...toSimplified(text)];
  const changed = [...text].filter((character, index) => character !== simplified[index]);
  return changed.length >= fewestTraditional;
}

/** Returns the tokens of the first `most` words of a text, in their order. */
export function tokensOf(text: string, most: number): Token[] {
  return wordsOf(text, most).flatMap((word): Token[] => {
    if (word.kind === 'word') return [{ kind: 'word', text: word.text }];
    const segments = [...segmenter.segment(toSimplified(word.text))];
    return segments.map(({ segment }) => ({ kind: 'segment', text: segment }));
  });
}

/** Joins tokens to a text: words with spaces between them, segments without. */
export function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ kind, text }, index) => (index > 0 && kind === 'word' ? ` ${text}` : text))
    .join('');
}

/** Returns every pair of neighbouring characters of a segment, except when the segment is one pair. */
export function pairsWithin({ kind, text }: Token): string[] {
  if (kind === 'word') return [];
  const pairs = pairsOf(text).slice(0, -1);
  return pairs.length > 1 ? pairs : [];
}

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
  const base = stemmer(word);
  const stem = base + derivationOf(word, base, language);
  if (stems.size < cachedStems) stems.set(key, stem);
  return stem;
}

/** Returns what a stemmer removed from a word without its inflection: “ic” for “politics”; mostly nothing. */
function derivationOf(word: string, stem: string, language: string): string {
  let kept = 0;
  while (kept < stem.length && stem[kept] === word[kept]) kept += 1;
  let ending = word.slice(kept);
  // A doubled consonant, as in “planning”.
  if (ending[0] === word[kept - 1]) ending = ending.slice(1);
  for (let time = 0; time < inflectionsAtMost; time += 1) {
    ending = ending.replace(inflections[language] ?? '', '');
  }
  return ending === '' ? '' : `.${ending}`;
}
