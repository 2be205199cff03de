import { areas } from '#i18n/areas.ts';
import { type Corrections, correct, noCorrections, textsOf } from '#i18n/corrections.ts';
import { shippedCatalogue } from '#i18n/shipped.ts';
import { type Language, defaultLanguage, languages } from '#domain/languages/languages.ts';
import type { Finding, Texts } from './finding.ts';
import { findRejected } from './glossary.ts';
import { findKeys, findPlurals, findValues } from './keys.ts';
import { findSame } from './sameAsEnglish.ts';
import { findTypography } from './typography.ts';
import { findUnused } from './usedKeys.ts';

/** Finds all problems of the messages in all languages, with the operator’s corrections applied. */
export function checkMessages(corrections: Corrections = noCorrections): Finding[] {
  const english = textsIn(defaultLanguage, corrections);
  return [
    ...corrections.problems.map((problem): Finding => {
      return { kind: 'correction', language: undefined, message: 'a correction', problem };
    }),
    ...findUnused(english),
    ...languages.flatMap((language) =>
      checkLanguage(language, textsIn(language, corrections), english),
    ),
  ];
}

/** Finds all problems of the texts of one language. */
export function checkLanguage(language: Language, texts: Texts, english: Texts): Finding[] {
  return [
    ...findKeys(language, texts, english),
    ...findPlurals(language, texts),
    ...findValues(language, texts, english),
    ...findSame(language, texts, english),
    ...findTypography(language, texts),
    ...findRejected(language, texts),
  ];
}

/** Finds the problems of one text for a message (`area.key`), without comparing its values or plural forms. */
export function checkText(language: Language, message: string, text: string): Finding[] {
  const one = new Map([[message, text]]);
  const english = textsIn(defaultLanguage, noCorrections);
  return [
    ...findSame(language, one, english),
    ...findTypography(language, one),
    ...findRejected(language, one),
  ];
}

function textsIn(language: Language, corrections: Corrections): Texts {
  const texts = new Map<string, string>();
  for (const area of areas) {
    const catalogue = shippedCatalogue(language, area);
    const corrected = correct(catalogue, corrections.texts.get(`${language}/${area}`));
    for (const [key, text] of textsOf(corrected)) texts.set(`${area}.${key}`, String(text));
  }
  return texts;
}
