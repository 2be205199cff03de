import type { Language } from '#domain/languages/languages.ts';

type Pair = readonly [open: string, close: string];

const english: readonly [Pair, Pair] = [
  ['“', '”'],
  ['‘', '’'],
];
const corners: readonly [Pair, Pair] = [
  ['「', '」'],
  ['『', '』'],
];

/** The quotation marks of each language: around a quotation, and around one within it. `base.css` has the first pairs too. */
export const quotationMarks: Readonly<Record<Language, readonly [outer: Pair, inner: Pair]>> = {
  en: english,
  zh: english,
  zh_TW: corners,
  ja: corners,
  ko: english,
  de: [
    ['„', '“'],
    ['‚', '‘'],
  ],
  fr: [
    ['«\u{a0}', '\u{a0}»'],
    ['“', '”'],
  ],
  vi: english,
};

/** Double quotation marks of any language, with the spaces inside French ones. */
const doubleMark = /["“”„「」『』]|«[\u{a0}\u{202f}]?|[\u{a0}\u{202f}]?»/gu;

/**
 * Returns a text for within a quotation: its own quotation marks become the inner ones of a language. One that is cut off
 * before its end is closed.
 */
export function withInnerMarks(text: string, language: Language): string {
  const [, [open, close]] = quotationMarks[language];
  let isOpen = false;
  const inner = text.replace(doubleMark, (mark, index: number) => {
    const isInches = mark === '"' && !isOpen && /\d$/.test(text.slice(0, index));
    if (isInches) return mark;
    isOpen = !isOpen;
    return isOpen ? open : close;
  });
  return isOpen ? inner + close : inner;
}
