import { type Language, defaultLanguage } from '#domain/languages/languages.ts';
import type { Finding, Texts } from './finding.ts';

type Mistake = { pattern: RegExp; problem: string };

/** Mistakes in all languages. */
const mistakes: readonly Mistake[] = [
  { pattern: /["']/, problem: 'has a straight quotation mark or apostrophe' },
  { pattern: /\.\.\./, problem: 'has three dots instead of …' },
  { pattern: /\s{2}|^\s|\s$/, problem: 'has a space too many' },
  { pattern: /--|\s-\s/, problem: 'has a hyphen instead of a dash' },
  { pattern: /[\u00ad\u200b-\u200f\u2060\ufeff]/, problem: 'has an invisible character' },
  { pattern: /<\/?[a-z!]/i, problem: 'has markup' },
  { pattern: /&#?\w+;/, problem: 'has a character written as in HTML' },
];

const spaceBefore: Mistake = {
  pattern: /\s[,.;:!?](\s|$)/,
  problem: 'has a space before a punctuation mark',
};

const chinese = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}';
const fullWidth: Mistake = {
  pattern: new RegExp(`[${chinese}」』）][,.;:!?()]|[,;!?()][${chinese}「『（]`, 'u'),
  problem: 'has a half-width punctuation mark beside full-width characters',
};

const quotes = (wrong: RegExp, right: string): Mistake => {
  return {
    pattern: wrong,
    problem: `has quotation marks of another language: here they are ${right}`,
  };
};

/** Mistakes in one language. */
const mistakesOf: Readonly<Record<Language, readonly Mistake[]>> = {
  en: [spaceBefore, quotes(/[„«»「」『』]/, '“ ”')],
  zh: [fullWidth, quotes(/[„«»「」『』]/, '“ ”')],
  zh_TW: [fullWidth, quotes(/[„«»“”]/, '「 」')],
  ja: [fullWidth, quotes(/[„«»“”]/, '「 」')],
  ko: [spaceBefore, quotes(/[„«»「」『』]/, '“ ”')],
  de: [
    spaceBefore,
    quotes(/[«»「」”]/, '„ “'),
    { pattern: /\p{L}…/u, problem: 'has no space before …, which stands for words' },
  ],
  fr: [
    quotes(/[„“”「」]/, '« »'),
    {
      pattern: /[^\u00a0\u202f][;:!?»]|«[^\u00a0\u202f]/,
      problem: 'has no no-break space before ; : ! ? » or after «',
    },
  ],
  vi: [spaceBefore, quotes(/[„«»「」『』]/, '“ ”')],
};

/** English texts that the specification gives literally. */
const literalTexts = new Set(['Loading...']);

/** Finds mistakes of typography, HTML, and letters that are not normalised (NFC). */
export function findTypography(language: Language, texts: Texts): Finding[] {
  const rules = [...mistakes, ...mistakesOf[language]];
  return [...texts].flatMap(([message, text]) => {
    if (language === defaultLanguage && literalTexts.has(text)) return [];
    // Values are replaced by a digit, which no rule about neighbouring letters matches.
    const plain = text.replace(/\{\{\w+\}\}/g, '0');
    const problems = rules
      .filter(({ pattern }) => pattern.test(plain))
      .map((mistake) => mistake.problem);
    if (text !== text.normalize('NFC')) problems.push('has letters in parts: normalise it to NFC');
    return problems.map((problem): Finding => {
      return { kind: 'typography', language, message, problem: `${problem}: ${text}` };
    });
  });
}
