import { type Language, defaultLanguage } from '#domain/languages.ts';
import type { Finding, Texts } from './finding.ts';

type Slip = { pattern: RegExp; problem: string };

/** In all languages. */
const slips: readonly Slip[] = [
  { pattern: /["']/, problem: 'has a straight quotation mark or apostrophe' },
  { pattern: /\.\.\./, problem: 'has three dots instead of …' },
  { pattern: /\s{2}|^\s|\s$/, problem: 'has a space too many' },
  { pattern: /--|\s-\s/, problem: 'has a hyphen instead of a dash' },
  { pattern: /[\u00ad\u200b-\u200f\u2060\ufeff]/, problem: 'has an invisible character' },
  { pattern: /<\/?[a-z!]/i, problem: 'has markup' },
  { pattern: /&#?\w+;/, problem: 'has a character written as in HTML' },
];

const spaceBefore: Slip = {
  pattern: /\s[,.;:!?](\s|$)/,
  problem: 'has a space before a punctuation mark',
};

const chinese = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}';
const fullWidth: Slip = {
  pattern: new RegExp(`[${chinese}」』）][,.;:!?()]|[,;!?()][${chinese}「『（]`, 'u'),
  problem: 'has a half-width punctuation mark beside full-width characters',
};

const quotes = (wrong: RegExp, right: string): Slip => {
  return {
    pattern: wrong,
    problem: `has quotation marks of another language: here they are ${right}`,
  };
};

/** What a language writes otherwise than others. */
const slipsOf: Readonly<Record<Language, readonly Slip[]>> = {
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

/** English texts that are as they are. */
const fixed = {
  reason: 'the specification gives “Loading...” word for word',
  language: defaultLanguage,
  texts: new Set(['Loading...']),
};

/** Slips of typography, leftover HTML, and letters that are not composed as everywhere else. */
export function findTypography(language: Language, texts: Texts): Finding[] {
  const rules = [...slips, ...slipsOf[language]];
  return [...texts].flatMap(([message, text]) => {
    if (language === fixed.language && fixed.texts.has(text)) return [];
    // What stands in for a value is a letter of no script, so that it is beside nothing.
    const plain = text.replace(/\{\{\w+\}\}/g, '0');
    const problems = rules.filter(({ pattern }) => pattern.test(plain)).map((slip) => slip.problem);
    if (text !== text.normalize('NFC')) problems.push('has letters in parts: normalise it to NFC');
    return problems.map((problem): Finding => {
      return { kind: 'typography', language, message, problem: `${problem}: ${text}` };
    });
  });
}
