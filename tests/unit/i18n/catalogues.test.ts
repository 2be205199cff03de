import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultLanguage, languages } from '#domain/languages.ts';
import { areas } from '#i18n/areas.ts';
import { pickMessages } from '#i18n/messages.ts';

const others = languages.filter((language) => language !== defaultLanguage);

/** A key without its plural form. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

/** The values that a text wants, each once, in order. */
const holes = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? ''))].toSorted();

describe('the catalogues', () => {
  it.each(languages)('have one file for each area in %s', (language) => {
    const files = readdirSync(new URL(`../../../src/i18n/${language}`, import.meta.url));
    expect(files.toSorted()).toEqual(areas.map((area) => `${area}.json`).toSorted());
  });

  it.each(others)('have exactly the keys of English in %s', (language) => {
    const english = new Set(Object.keys(pickMessages(defaultLanguage, areas)).map(stem));
    const own = new Set(Object.keys(pickMessages(language, areas)).map(stem));
    expect([...own].filter((key) => !english.has(key))).toEqual([]);
    expect([...english].filter((key) => !own.has(key))).toEqual([]);
  });

  it.each(others)('want the values that English wants in %s', (language) => {
    const english = Object.entries(pickMessages(defaultLanguage, areas));
    const wanted = new Map<string, Set<string | undefined>>();
    for (const [key, text] of english) {
      const names = wanted.get(stem(key)) ?? new Set();
      for (const name of holes(text)) names.add(name);
      wanted.set(stem(key), names);
    }
    const strange = Object.entries(pickMessages(language, areas)).flatMap(([key, text]) => {
      const own = new Set<string | undefined>(holes(text));
      const differing = (wanted.get(stem(key)) ?? new Set()).symmetricDifference(own);
      // A singular may say “one” in words.
      return [...differing].filter((name) => name !== 'count').map((name) => `${key}: ${name}`);
    });
    expect(strange).toEqual([]);
  });

  it.each(languages)('have every plural form that Intl knows in %s', (language) => {
    const messages = pickMessages(language, areas);
    const forms = new Intl.PluralRules(language.replace('_', '-')).resolvedOptions();
    const stems = Object.keys(messages).filter((key) => key.endsWith('_other'));
    const missing = stems.flatMap((key) =>
      forms.pluralCategories
        .map((form) => key.replace(/_other$/, `_${form}`))
        .filter((form) => !(form in messages)),
    );
    expect(missing).toEqual([]);
  });

  it.each(languages)('have no empty text and no markup in %s', (language) => {
    const odd = Object.entries(pickMessages(language, areas)).filter(
      ([, text]) => text.trim() === '' || /<\/?[a-z]/i.test(text),
    );
    expect(odd).toEqual([]);
  });
});
