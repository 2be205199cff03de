import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { isDay } from '#domain/dates.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';

const folder = 'src/content/collections';

const ids = z.array(z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)));
const frontMatter = z.strictObject({
  date: z.string().check(z.refine(isDay)),
  author: z.literal('Dolores'),
  picks: z.optional(z.boolean()),
  ids,
  ids_by_language: z.optional(z.partialRecord(z.enum(languages), ids)),
});

const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
const collections = files.map((name) => ({ name, ...readCollection(name) }));
const starters = await Array.fromAsync(readStarterFolder('src/content/starter'));

describe('the collections', () => {
  it('are 14 or more, signed and dated', () => {
    const wrong = collections.flatMap(({ name, fields }) => {
      const { error } = frontMatter.safeParse(fields);
      return error ? [`${name}: ${JSON.stringify(error.issues)}`] : [];
    });
    expect(wrong).toEqual([]);
    expect(collections.length).toBeGreaterThanOrEqual(14);
  });

  it('have addresses, days and titles of their own', () => {
    expect(files.filter((name) => !/^[a-z]+(-[a-z]+)*\.md$/v.test(name))).toEqual([]);
    expect(repeated(collections.map(({ fields }) => z.parse(frontMatter, fields).date))).toEqual(
      [],
    );
    const titles = collections.flatMap(({ sections }) =>
      sections.map(({ language, title }) => `${language}: ${title}`),
    );
    expect(repeated(titles)).toEqual([]);
  });

  it('have a title and one paragraph in each of the eight languages', () => {
    const wrong = collections.flatMap(({ name, sections }) => [
      ...(String(sections.map(({ language }) => language).toSorted()) ===
      String([...languages].toSorted())
        ? []
        : [`${name}: languages`]),
      ...sections
        .filter(
          ({ title, text }) =>
            title.length > 60 || text.length < 40 || text.length > 480 || /\n/.test(text),
        )
        .map(({ language }) => `${name}: ${language}`),
    ]);
    expect(wrong).toEqual([]);
  });

  it('show 6 to 14 GPTs in every language, each once', () => {
    const wrong = collections.flatMap(({ name, fields }) =>
      languages
        .filter((language) => {
          const shown = shownIds(fields, language);
          return shown.length < 6 || shown.length > 14 || repeated(shown).length > 0;
        })
        .map((language) => `${name}: ${language}: ${shownIds(fields, language).length}`),
    );
    expect(wrong).toEqual([]);
  });

  it('show GPTs of the starter catalogue', () => {
    const known = new Set(starters.map(({ place }) => place.replace(/\.md$/, '')));
    const unknown = collections.flatMap(({ name, fields }) =>
      [...new Set(languages.flatMap((language) => shownIds(fields, language)))]
        .filter((id) => !known.has(id))
        .map((id) => `${name}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  it('have French punctuation with its no-break spaces', () => {
    const wrong = collections.filter(({ sections }) =>
      sections.some(
        ({ language, text }) =>
          language === 'fr' && /[ \p{L}][;:?»]|[^\u00a0\d#A-Z]!|« /v.test(text),
      ),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('are named in the README of their folder', () => {
    const readme = readFileSync(`${folder}/README.md`, 'utf8');
    expect(files.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
  });
});

function readCollection(name: string): {
  fields: unknown;
  sections: { language: string; title: string; text: string }[];
} {
  const file = readFileSync(`${folder}/${name}`, 'utf8');
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const sections = body.split(/^# /m).slice(1);
  return {
    fields: parse(head),
    sections: sections.map((section) => {
      const [, language = '', title = '', text = ''] =
        /^(\w+): (.+)\n\n([\s\S]+)$/.exec(section.trim()) ?? [];
      return { language, title, text };
    }),
  };
}

/** The GPTs of a collection on the pages of a language, in the editors’ order. */
function shownIds(fields: unknown, language: Language): string[] {
  const { ids: common, ids_by_language: own } = z.parse(frontMatter, fields);
  return [...(own?.[language] ?? []), ...common];
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
