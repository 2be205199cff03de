import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { foldText } from '#domain/texts/foldText.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import categoryNames from '#i18n/en/categories.json' with { type: 'json' };
import gptTexts from '#i18n/en/gpt.json' with { type: 'json' };
import { readGpt } from '#server/services/gpts/readGpt.ts';
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';

const folder = 'src/content/search';

/** Words of two groups of a language: `Geschichte` and `histoire` are a story and history. */
const wordsOfTwoGroups = new Set(['de: geschichte', 'fr: histoire']);

const line = z.string().check(z.regex(/^\S(.*\S)?$/v));
const list = z.optional(line);
const groupShape = z.strictObject({
  all: list,
  ...Object.fromEntries(languages.map((language) => [language, line])),
  related: list,
  needs: list,
  categories: list,
  capabilities: list,
});
const stopWordsShape = z.strictObject({
  all: line,
  ...Object.fromEntries(languages.map((language) => [language, line])),
});

/** A word of a group. One in parentheses is `exact`: it is recognised as it is written, in its own language. */
type Word = { group: string; language: Language; text: string; exact: boolean };

const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const groups = files
  .filter((name) => name !== 'stop-words.yaml')
  .flatMap((name) => Object.entries(readYaml(name)));
const stopWords = readYaml('stop-words.yaml');
const words = groups.flatMap(([group, value]) =>
  languages.flatMap((language) =>
    [...split(value, 'all'), ...split(value, language)].map((written): Word => {
      const exact = written.startsWith('(');
      return { group, language, text: exact ? written.slice(1, -1) : written, exact };
    }),
  ),
);

describe('the words of the search', () => {
  it('are groups of words in eight languages', () => {
    const wrong = groups.flatMap(([key, value]) => {
      const result = groupShape.safeParse(value);
      return result.success ? [] : [`${key}: ${JSON.stringify(result.error.issues)}`];
    });
    expect(wrong).toEqual([]);
    expect(groups.length).toBeGreaterThanOrEqual(90);
  });

  it('have keys of their own, in lower case with hyphens', () => {
    const keys = groups.map(([key]) => key);
    expect(keys.filter((key) => !/^[a-z]+(-[a-z]+)*$/v.test(key))).toEqual([]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('are separated by single commas, with whole parentheses', () => {
    const wrong = words.filter(
      ({ text }) => text === '' || /[\(\)（），、"]|\s{2}/v.test(text) || text !== text.trim(),
    );
    expect(wrong.map(named)).toEqual([]);
  });

  it('name groups, categories and capabilities that exist', () => {
    const known = {
      related: new Set(groups.map(([key]) => key)),
      needs: new Set(groups.map(([key]) => key)),
      categories: new Set(Object.keys(categoryNames)),
      capabilities: new Set(Object.keys(gptTexts.capability)),
    };
    const unknown = groups.flatMap(([key, value]) =>
      (['related', 'needs', 'categories', 'capabilities'] as const).flatMap((field) =>
        split(value, field)
          .filter((name) => !known[field].has(name) || (field === 'related' && name === key))
          .map((name) => `${key}: ${field}: ${name}`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('name every category of the starter catalogue and every capability that can be chosen', async () => {
    const rows = await Array.fromAsync(readStarterFolder('src/content/starter'));
    const gpts = rows.map(({ value }) => readGpt(value));
    const named = (field: string) => new Set(groups.flatMap(([, value]) => split(value, field)));
    const missing = [
      ...difference(new Set(gpts.flatMap((gpt) => gpt.categories ?? [])), named('categories')),
      // Every GPT writes text, so the search has no such capability.
      ...difference(new Set(Object.keys(gptTexts.capability)), named('capabilities').add('text')),
    ];
    expect(missing).toEqual([]);
  });

  it('belong to one group of a language, each once', () => {
    const seen = new Set<string>();
    const twice = words.filter(({ language, text }) => {
      const key = `${language}: ${foldText(text)}`;
      const isNew = !seen.has(key) || wordsOfTwoGroups.has(key);
      seen.add(key);
      return !isNew;
    });
    expect(twice.map(named)).toEqual([]);
  });

  it('mean the same in every language, unless they are in parentheses', () => {
    const groupsOf = Map.groupBy(
      words.filter(
        ({ exact, language, text }) =>
          !exact && !wordsOfTwoGroups.has(`${language}: ${foldText(text)}`) && isLatin(text),
      ),
      ({ text }) => foldText(text),
    );
    const ambiguous = [...groupsOf.values()].filter(
      (same) => new Set(same.map(({ group }) => group)).size > 1,
    );
    expect(ambiguous.map((same) => same.map(named))).toEqual([]);
  });

  it('are in parentheses if they are so short that other words contain them', () => {
    const lone = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]$/v;
    const short = words.filter(
      ({ exact, language, text }) =>
        !exact &&
        (lone.test(text) || (language === 'vi' && /^[^\s]*[^\0-\x7f][^\s]*$/v.test(text))),
    );
    expect(short.map(named)).toEqual([]);
  });

  it('are no stop words of their language, nor of another one in their search form', () => {
    const stops = new Map(
      languages.map((language) => [
        language,
        [...split(stopWords, 'all'), ...split(stopWords, language)].map(lowerCase),
      ]),
    );
    const written = (language: Language) => new Set(stops.get(language));
    const folded = new Set([...stops.values()].flat().map(foldText));
    const stopped = words.filter(({ exact, language, text }) =>
      exact ? written(language).has(lowerCase(text)) : folded.has(foldText(text)),
    );
    expect(stopped.map(named)).toEqual([]);
  });

  it('are in files that the README names', () => {
    const readme = readFileSync(`${folder}/README.md`, 'utf8');
    expect(files.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
  });
});

describe('the stop words', () => {
  it('are lists in eight languages, each word once', () => {
    expect(stopWordsShape.safeParse(stopWords).error).toBeUndefined();
    const twice = languages.flatMap((language) => {
      const list = [...split(stopWords, 'all'), ...split(stopWords, language)].map(lowerCase);
      return list
        .filter((word, index) => list.indexOf(word) !== index)
        .map((word) => `${language}: ${word}`);
    });
    expect(twice).toEqual([]);
  });
});

function readYaml(name: string): Record<string, unknown> {
  return parse(readFileSync(`${folder}/${name}`, 'utf8')) as Record<string, unknown>;
}

/** The words of a field of a group. */
function split(value: unknown, field: string): string[] {
  const text = (value as Record<string, unknown>)[field];
  return typeof text === 'string' ? text.split(',').map((word) => word.trim()) : [];
}

function lowerCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function isLatin(text: string): boolean {
  return /^\p{sc=Latin}/v.test(text);
}

function difference(whole: ReadonlySet<string>, part: ReadonlySet<string>): string[] {
  return [...whole].filter((name) => !part.has(name));
}

function named({ group, language, text }: Word): string {
  return `${group}: ${language}: ${text}`;
}
