import { beforeAll, describe, expect, it } from 'vitest';
import { type Language, languages } from '#domain/languages/languages.ts';
import { languageOfTexts } from '#domain/languages/readers.ts';
import { readEditorWords } from '#server/services/gpts/search/editorWords.ts';
import { Ranker } from '#server/services/gpts/search/rankGpts.ts';
import { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';
import { tokensOf } from '#server/services/gpts/search/tokens.ts';
import { type Catalogue, readCatalogue } from '../../../../../bench/search/catalogues.ts';
import { makeSearchedGpt } from '../../../../../fixtures/searchedGpt.ts';

const words = readEditorWords('src/content/search');

const bike = 'My bike was stolen. Draw a logo for my repair shop in Lisbon.';

let questions: { id: string; locale: Language; question: string }[];
let index: SearchIndex;

beforeAll(async () => {
  const gpts = (await readCatalogue('starter'))?.gpts ?? [];
  index = new SearchIndex(words);
  for (const gpt of gpts) {
    index.put({ ...gpt, questions: questionsOf(gpt), chats: gpt.importedChats ?? 0 });
  }
  index.put(makeSearchedGpt({ id: 'sketches', name: 'Sketches', questions: [bike] }));
  questions = gpts.flatMap((gpt) =>
    questionsOf(gpt).map((question) => {
      return { id: gpt.id, locale: languageOfTexts(gpt) ?? 'en', question };
    }),
  );
}, 120_000);

function questionsOf({ examples = [] }: Catalogue['gpts'][number]): string[] {
  return examples.map(({ question }) => question);
}

/** Returns the first clause of a question; with the second one if it is a single word, such as “Python:”. */
function firstClause(question: string): string {
  const clauses = question
    .split(/[\n.,;:!?。，、；：！？…]+/u)
    .filter((text) => text.trim() !== '');
  const [first = '', second = ''] = clauses;
  return tokensOf(first, 2).length > 1 ? first : `${first}, ${second}`;
}

/** Returns the ids of the first page of results. */
function findFirst(query: string, locale: Language, searched = index): string[] {
  return new Ranker(searched).find({ query, locale, filters: {}, offset: 0, size: 24 }).ids;
}

describe('the search for the text of an example question', () => {
  it.each(languages)('finds its GPT on the first page by the first clause in %s', (language) => {
    const own = questions.filter(({ locale }) => locale === language);
    expect(own.length).toBeGreaterThan(8);
    const missed = own
      .map(({ id, question }) => ({ id, clause: firstClause(question) }))
      .filter(({ id, clause }) => !findFirst(clause, language).includes(id));
    expect(missed).toEqual([]);
  });

  it.each([
    ['電気代', 'ja', 'kakutei-shinkoku-ja'],
    ['空港で荷物が出てこない場面', 'ja', 'eikaiwa-ja'],
    ['호텔 체크인', 'ko', 'yeongeo-hoehwa-ko'],
    // A server is a word of the editors.
    ['Debian-Servers', 'de', 'terminal-hausmeister-de'],
    ['Die Platte meines kleinen Debian-Ser', 'de', 'terminal-hausmeister-de'],
    ['Debian Server', 'de', 'terminal-hausmeister-de'],
    ['Server voll Debian', 'de', 'terminal-hausmeister-de'],
    ['my bike was stolen', 'en', 'sketches'],
  ] as const)('finds “%s” (%s) in the example of %s', (query, locale, id) => {
    expect(findFirst(query, locale)).toContain(id);
  });

  it.each(['bike', 'My bike', 'stolen bike'])('finds no logo designer by “%s”', (query) => {
    expect(findFirst(query, 'en')).not.toContain('sketches');
  });

  it('finds the present questions only, also in a stored index', () => {
    const own = new SearchIndex(words);
    own.put(makeSearchedGpt({ id: 'changed', name: 'One', questions: [bike] }));
    own.put(makeSearchedGpt({ id: 'removed', name: 'Two', questions: [bike] }));
    own.put(makeSearchedGpt({ id: 'kept', name: 'Three', questions: [bike] }));
    own.put(makeSearchedGpt({ id: 'changed', name: 'One', questions: ['Draw a cat'] }));
    own.remove('removed');
    const stored = new SearchIndex(words, own.toStored());
    expect(findFirst('my bike was stolen', 'en', own)).toEqual(['kept']);
    expect(findFirst('my bike was stolen', 'en', stored)).toEqual(['kept']);
  });

  it('keeps a GPT out that filters exclude', () => {
    const filters = { lang: 'fr' };
    const window = { locale: 'en', offset: 0, size: 24 } as const;
    const { ids } = new Ranker(index).find({ query: 'my bike was stolen', filters, ...window });
    expect(ids).not.toContain('sketches');
  });
});
