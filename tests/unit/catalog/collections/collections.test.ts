import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectionGroups, collectionIndexGroups } from '#catalog/collections/pages.ts';
import { readCollections } from '#catalog/collections/readCollections.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { languages } from '#domain/languages/languages.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';
import { viewsIn } from '../../../setup/catalogViews.ts';

/** Their tags, each with a glyph of its own, except that of `e`. */
const tagsById = { a: 'travel', b: 'trains', c: 'packing', d: 'hiking', e: 'travel' };

const snapshot = parseSnapshot(
  Buffer.from(
    snapshotText(
      '2026-03-15',
      Object.entries(tagsById).map(([id, tag]) => ({
        type: 'gpt',
        gpt: makeGpt({ id, tags: [tag] }),
      })),
    ),
  ),
);

/** The file of a collection; `fields` replace lines of its front matter. */
function fileOf(fields: Readonly<Record<string, string>> = {}, body = '# en: Title\n\nText.\n') {
  const all = { date: '2026-03-01', author: 'The kitchen', ids: '[a, b, c]', ...fields };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\n`);
  return `---\n${lines.join('')}---\n\n${body}`;
}

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-collections-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describe('the file of a collection', () => {
  it.for([
    ['no front matter', '# en: Title\n\nText.', /does not begin with front matter/],
    ['an unknown field', fileOf({ autor: 'x' }), /a field that collections do not know: “autor”/],
    ['an impossible day', fileOf({ date: '2026-02-30' }), /“date” must be a day such as/],
    ['no list', fileOf({ ids: 'a' }), /“ids” must be a list of ids of GPTs/],
    ['a number as an id', fileOf({ ids: '[a, 12]' }), /“ids.1” must be a text/],
    [
      'an unknown language',
      fileOf({ ids_by_language: '{es: [a]}' }),
      /do not know: “ids_by_language\.es”/,
    ],
    ['no YAML', fileOf({ author: '"open' }), /front matter that is not YAML/],
    ['no heading', fileOf({}, 'Text.'), /must have a heading such as “# en: Travel”/],
    ['a heading without a language', fileOf({}, '# Title\n\nText.'), /the heading “# Title”/],
    ['a language twice', fileOf({}, '# en: A\n\nB\n\n# en: C\n\nD'), /has two texts .* en/],
    ['no text', fileOf({}, '# en: A\n\n'), /a text of 1 to 2000 characters below “# en: A”/],
  ] as const)(
    'is left out with a sentence that names the mistake: %s',
    async ([, text, expected]) => {
      const { collections, problems } = readCollections([await folderOf({ 'own.md': text })]);
      expect(collections).toEqual([]);
      expect(problems).toEqual([expect.stringMatching(/^The collection own\.md /)]);
      expect(problems[0]).toMatch(expected);
    },
  );

  it('needs a name that fits an address; a wrong file does not affect others', async () => {
    const folder = await folderOf({
      'Own list.md': fileOf(),
      'good.md': `\ufeff${fileOf()}`,
      'desktop.ini': 'x',
      '._good.md': 'x',
    });
    const { collections, problems } = readCollections([folder, join(folder, 'nowhere')]);
    expect(collections.map(({ slug }) => slug)).toEqual(['good']);
    expect(problems).toEqual([expect.stringContaining('Own list.md needs another file name')]);
  });

  it('replaces one of the same name in an earlier folder', async () => {
    const shipped = await folderOf({ 'one.md': fileOf(), 'two.md': fileOf() });
    const own = await folderOf({ 'one.md': fileOf({ author: 'Mai' }) });
    const { collections } = readCollections([shipped, own]);
    expect(collections.map(({ slug, author }) => [slug, author])).toEqual([
      ['one', 'Mai'],
      ['two', 'The kitchen'],
    ]);
  });
});

describe('the pages of collections', () => {
  it('show the existing GPTs in their order, those of the language first', async () => {
    const text = fileOf({ ids: '[c, gone, b, a]', ids_by_language: '{de: [e, b]}' });
    const pages = await pagesOf({ 'one.md': text });
    const idsIn = (language: string) =>
      pages.find(({ frame }) => frame.language === language)?.cards.map(({ id }) => id);
    expect(idsIn('en')).toEqual(['c', 'b', 'a']);
    expect(idsIn('de')).toEqual(['e', 'b', 'c', 'a']);
  });

  it('are left out if fewer than three GPTs remain in a language', async () => {
    const files = {
      'few.md': fileOf({ ids: '[a, b, gone]', ids_by_language: '{en: [c]}' }),
      'hidden.md': fileOf({ ids: '[]' }),
      'enough.md': fileOf(),
    };
    expect(new Set((await pagesOf(files)).map(({ slug }) => slug))).toEqual(new Set(['enough']));
  });

  it('show the text in their language, else in English, else in the first language that has one', async () => {
    const both = '# de: Titel\n\nErster\nAbsatz.\n\nZweiter.\n\n# en: Title\n\nText.';
    const pages = await pagesOf({ 'one.md': fileOf({}, both) });
    const textIn = (language: string) => pages.find(({ frame }) => frame.language === language);
    expect(textIn('de')).toMatchObject({
      language: 'de',
      paragraphs: ['Erster Absatz.', 'Zweiter.'],
    });
    expect(textIn('fr')).toMatchObject({ language: 'en', title: 'Title' });
    expect(textIn('fr')?.frame.translations).toEqual(['en', 'de']);
    const [german] = await pagesOf({ 'one.md': fileOf({}, '# de: Titel\n\nText.') });
    expect(german).toMatchObject({
      language: 'de',
      frame: { language: 'en', translations: ['de'] },
    });
  });

  it('show marks of different glyphs in links to other collections', async () => {
    const files = { 'one.md': fileOf({ ids: '[a, e, b]' }), 'other.md': fileOf() };
    const links = (await pagesOf(files)).flatMap(({ others }) => others);
    const marks = links.find(({ slug }) => slug === 'one')?.first.map(({ id }) => id);
    expect(marks).toEqual(['a', 'b']);
  });

  it('link to all other collections in turn, and change their inputs with a text or a GPT', async () => {
    const names = Array.from({ length: 9 }, (_, number) => `list-${number}`);
    const files = Object.fromEntries(names.map((name) => [`${name}.md`, fileOf()]));
    const pages = await pagesOf(files);
    const linked = new Set(pages.flatMap(({ others }) => others.map(({ slug }) => slug)));
    expect(linked).toEqual(new Set(names));
    const inputsOf = async (text: string) => {
      const collections = readCollections([await folderOf({ 'one.md': text })]);
      const context = { ...contextOf(snapshot), collections };
      return [...collectionGroups(context), ...collectionIndexGroups(context)].map(({ inputs }) =>
        inputs(),
      );
    };
    const before = await inputsOf(fileOf());
    expect(await inputsOf(fileOf())).toEqual(before);
    for (const changed of [
      fileOf({ ids: '[a, b, d]' }),
      fileOf({}, '# en: Title\n\nAnother text.'),
    ]) {
      const after = await inputsOf(changed);
      expect(after.filter((inputs, index) => inputs === before[index])).toEqual([]);
    }
    expect(before).toHaveLength(2 * languages.length);
  });
});

async function pagesOf(files: Readonly<Record<string, string>>) {
  const collections = readCollections([await folderOf(files)]);
  expect(collections.problems).toEqual([]);
  return viewsIn(collectionGroups({ ...contextOf(snapshot), collections }));
}
