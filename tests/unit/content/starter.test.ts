import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import categoryNames from '#i18n/en/categories.json' with { type: 'json' };
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';
import { readGpt, readImportedGpt } from '#server/services/gpts/readGpt.ts';

const rows = await Array.fromAsync(readStarterFolder('src/content/starter'));

/** Every file as the import takes it over, or the rule that it breaks. */
const readings = rows.map(({ place, value }) => {
  try {
    return { place, gpt: readGpt(value) };
  } catch (error) {
    return { place, refusal: String(error) };
  }
});

const starters = readings.flatMap(({ place, gpt }) => (gpt ? [{ place, gpt }] : []));

/** The files for which something does not hold. */
const breaking = (holds: (starter: (typeof starters)[number]) => boolean) =>
  starters.filter((starter) => !holds(starter)).map(({ place }) => place);

describe('the shipped assistants', () => {
  it('are accepted by the import', () => {
    expect(rows).not.toEqual([]);
    expect(readings.filter(({ refusal }) => refusal !== undefined)).toEqual([]);
  });

  it('are named like their files', () => {
    expect(breaking(({ place, gpt }) => place === `${gpt.id}.md`)).toEqual([]);
  });

  it('have examples by their author that the import accepts, in files named like theirs', async () => {
    const files = await readdir('src/content/starter/examples').catch(() => []);
    expect(files.filter((file) => !rows.some(({ place }) => place === file))).toEqual([]);
    const read = rows.map(({ place, value }) => {
      const { row, dropped } = readImportedGpt(value, new Set(), {});
      return { place, dropped, sources: row.examples?.map(({ source }) => source) ?? [] };
    });
    expect(read.filter(({ dropped }) => dropped.length > 0)).toEqual([]);
    const withExamples = read.filter(({ sources }) => sources.includes('author'));
    expect(new Set(withExamples.map(({ place }) => place))).toEqual(new Set(files));
  });

  it('have names of their own', () => {
    const names = starters.map(({ gpt }) => gpt.name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('fill every field', () => {
    const empty = starters.flatMap(({ place, gpt }) =>
      Object.entries({
        description: gpt.description,
        author: gpt.author,
        builder: gpt.builder,
        lang: gpt.lang,
        categories: gpt.categories?.join(),
        tags: gpt.tags?.join(),
        capabilities: gpt.capabilities?.join(),
        welcome_message: gpt.welcomeMessage,
        prompt_starters: gpt.promptStarters?.join(),
        instructions: gpt.instructions,
        created: gpt.gptCreated,
        updated: gpt.gptUpdated,
      })
        .filter(([, value]) => !value)
        .map(([field]) => `${place}: ${field}`),
    );
    expect(empty).toEqual([]);
  });

  it('offer four different starters', () => {
    const four = ({ gpt }: (typeof starters)[number]) =>
      gpt.promptStarters?.length === 4 && new Set(gpt.promptStarters).size === 4;
    expect(breaking(four)).toEqual([]);
  });

  it('have no comment, because it would cut a text off at its number sign', async () => {
    const lines = rows.map(async ({ place }) => {
      const text = await readFile(`src/content/starter/${place}`, 'utf8');
      const [frontMatter = ''] = text.split('\n---\n', 1);
      return frontMatter.split('\n').filter((line) => /^[^"]* #/.test(line));
    });
    expect((await Promise.all(lines)).flat()).toEqual([]);
  });

  it('have two tags or more that every language can type', () => {
    const typed = (tag: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(tag);
    expect(breaking(({ gpt }) => (gpt.tags ?? []).filter(typed).length >= 2)).toEqual([]);
  });

  it('cover 14 categories or more, each with a name', () => {
    const categories = new Set(starters.flatMap(({ gpt }) => gpt.categories ?? []));
    expect([...categories].filter((category) => !(category in categoryNames))).toEqual([]);
    expect(categories.size).toBeGreaterThanOrEqual(14);
  });

  it('speak six languages or more', () => {
    const languages = new Set(
      starters.map(({ gpt }) => new Intl.Locale(gpt.lang ?? 'und').language),
    );
    expect(languages.size).toBeGreaterThanOrEqual(6);
  });

  it('are 200 or more', () => {
    expect(starters.length).toBeGreaterThanOrEqual(200);
  });
});
