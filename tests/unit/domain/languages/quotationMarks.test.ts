import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Language, languageTags, languages } from '#domain/languages/languages.ts';
import { quotationMarks, withInnerMarks } from '#domain/languages/quotationMarks.ts';

describe('withInnerMarks', () => {
  it.each([
    ['en', 'Is “a” like "b"?', 'Is ‘a’ like ‘b’?'],
    ['de', 'Nur Fehler: „Wegen dem Stau“', 'Nur Fehler: ‚Wegen dem Stau‘'],
    ['en', 'Nur Fehler: „Wegen dem Stau“', 'Nur Fehler: ‘Wegen dem Stau’'],
    ['fr', '«\u{a0}52\u{a0}%\u{a0}», lis-je', '“52\u{a0}%”, lis-je'],
    ['ja', '「案」と「本」', '『案』と『本』'],
    ['zh', 'F2 写着“城南店”', 'F2 写着‘城南店’'],
  ] as const)('gives a quotation within one in %s the inner marks: %s', (language, text, inner) => {
    expect(withInnerMarks(text, language)).toBe(inner);
  });

  it('closes a quotation that is cut off', () => {
    expect(withInnerMarks('Help me with "Should voting be…', 'en')).toBe(
      'Help me with ‘Should voting be…’',
    );
  });

  it('keeps inches and apostrophes', () => {
    expect(withInnerMarks(`It's a 27" screen, "wide 5"`, 'en')).toBe(`It's a 27" screen, ‘wide 5’`);
  });
});

describe('the style sheet', () => {
  it('has the outer marks of every language', () => {
    const css = readFileSync('src/styles/base.css', 'utf8').replaceAll('\\a0', '\u{a0}');
    const marksOf = (language: Language) => {
      const tag = languageTags[language];
      const special = new RegExp(`&[^{]*:lang\\(${tag}\\)[^{]*{\\s*quotes: '(.*?)' '(.*?)';`).exec(
        css,
      );
      const [, open, close] = special ?? /html {\s*quotes: '(.*?)' '(.*?)';/.exec(css) ?? [];
      return [open, close];
    };
    for (const language of languages)
      expect(marksOf(language)).toEqual(quotationMarks[language][0]);
  });
});
