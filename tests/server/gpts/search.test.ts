import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { askList, importAll, listIds } from '../../setup/directory.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  await server.close();
});

async function only(gpts: readonly object[]): Promise<void> {
  await server.database.query.delete(gpt);
  await importAll(server.database, gpts);
}

async function find(query: string): Promise<string[]> {
  return listIds(server, { query });
}

describe('a search', () => {
  it('finds by name, description, author and tag', async () => {
    await only([
      {
        id: 'one',
        name: 'Harbour Pilot',
        description: 'Explains tides',
        author: 'Lumo Works',
        tags: ['ships', 'Night Watch'],
      },
      { id: 'other', name: 'Baker' },
    ]);
    for (const query of ['harbour', 'pilot', 'tides', 'explains', 'lumo', 'works', 'ships']) {
      expect(await find(query), query).toEqual(['one']);
    }
    for (const query of ['night watch', 'pilot lumo ships tides', 'SHIPS', ' tides  explains ']) {
      expect(await find(query), query).toEqual(['one']);
    }
    expect(await askList(server, { query: 'pilot bakery' })).toMatchObject({
      items: [{ id: 'one' }, { id: 'other' }],
      full_total: 0,
    });
  });

  it.each([
    ['a word that no GPT has', 'tarot reading', { name: 'Reading Digest' }],
    ['a stem of another word', 'politely', { name: 'Economics Tutor', tags: ['politics'] }],
    ['a typo that makes a short word', 'pollo', { name: 'Poll Analyst' }],
    ['a part of a phrase', 'cover letter', { name: 'Tenant Letter Helper' }],
  ])('finds nothing by %s: %s', async (_, query, found) => {
    await only([{ id: 'other', lang: 'en', ...found }]);
    expect(await find(query)).toEqual([]);
    expect(await find(found.name)).toEqual(['other']);
  });

  it.each([
    [
      'another language than the query names',
      'english conversation',
      'en',
      [
        { id: 'right', name: 'Speaking Gym', description: 'English conversation for adults.' },
        { id: 'wrong', name: 'Conversation Partner', tags: ['french', 'conversation practice'] },
      ],
    ],
    [
      'a short word within a longer one',
      '아이슬란드 여행',
      'ko',
      [
        { id: 'right', name: '여행 계획', lang: 'ko' },
        {
          id: 'wrong',
          name: '아이 숙제',
          lang: 'ko',
          tags: ['아이'],
          description: '아이를 돕습니다.',
        },
      ],
    ],
    [
      'a phrase that is counted once for each of its parts',
      '護理師履歷',
      'zh_TW',
      [
        { id: 'right', name: '履歷撰寫', lang: 'zh-Hant', tags: ['履歷'] },
        { id: 'wrong', name: '看診準備', lang: 'zh-Hant', description: '看醫生之前的準備。' },
      ],
    ],
    [
      'a word of the name for another purpose',
      '数学',
      'ja',
      [
        { id: 'right', name: 'Math Tutor', tags: ['maths'], description: 'Explains maths.' },
        {
          id: 'wrong',
          name: 'Capsule Wardrobe Maths',
          description: 'Counts what your clothes do.',
        },
      ],
    ],
  ] as const)('does not find GPTs by %s: %s', async (_, query, locale, gpts) => {
    await only(gpts.map((gpt) => ({ lang: 'en', ...gpt })));
    expect(await listIds(server, { query, locale })).toEqual(['right']);
  });

  it('finds both spellings of a nasal in Hindi', async () => {
    await only([
      { id: 'letter', name: 'सरल हिन्दी', lang: 'hi' },
      { id: 'dot', name: 'मेरी हिंदी', lang: 'hi' },
    ]);
    for (const query of ['हिंदी', 'हिन्दी']) {
      expect((await find(query)).toSorted(), query).toEqual(['dot', 'letter']);
    }
  });

  it('finds while the last word is being typed', async () => {
    await only([
      { id: 'story', name: 'Story Teller' },
      { id: 'other', name: 'Baker' },
    ]);
    const name = 'story teller';
    for (let length = 1; length <= name.length; length += 1) {
      expect(await find(name.slice(0, length)), name.slice(0, length)).toEqual(['story']);
    }
    for (const query of ['tel', 't', 'teller st'])
      expect(await find(query), query).toEqual(['story']);
  });

  it('puts the exact name first, then names with all words, then the rest', async () => {
    await only([
      { id: 'description', name: 'Budget', description: 'A logo or a maker', conversations: 900 },
      { id: 'tag', name: 'Painter', tags: ['logo maker'], conversations: 800 },
      { id: 'words', name: 'Maker of a Logo', conversations: 70 },
      { id: 'more-words', name: 'My logo maker', conversations: 700 },
      { id: 'begins', name: 'Logo Maker Pro', conversations: 6 },
      { id: 'begins-more', name: 'Logo makers', conversations: 60 },
      { id: 'exact-b', name: 'LOGO  Maker!', conversations: 5 },
      { id: 'exact-B', name: 'Logo-Maker', conversations: 5 },
      { id: 'exact', name: 'Logo Maker', conversations: 50 },
    ]);
    const found = await find('logo maker');
    expect(found.slice(0, 3)).toEqual(['exact', 'exact-B', 'exact-b']);
    expect(found.slice(3, 7).toSorted()).toEqual(['begins', 'begins-more', 'more-words', 'words']);
    // GPTs that only mention it come last, or are left out.
    expect(['description', 'tag']).toEqual(expect.arrayContaining(found.slice(7)));
  });

  it('splits and joins words as people write them', async () => {
    await only([
      { id: 'chat', name: 'Chat GPT Helper' },
      { id: 'journey', name: 'Midjourney Prompts' },
      { id: 'four', name: 'GPT-4 Turbo' },
      { id: 'camel', name: 'StoryTeller', description: 'Uses a PDFReader' },
      { id: 'cpp', name: 'C++ Tutor' },
      { id: 'sharp', name: 'C# Coach' },
      { id: 'apostrophe', name: 'Don’t Panic' },
    ]);
    expect(await find('chatgpt')).toEqual(['chat']);
    expect(await find('ChatGPT helper')).toEqual(['chat']);
    expect(await find('mid journey')).toEqual(['journey']);
    expect(await find('mid journey prompts')).toEqual(['journey']);
    for (const query of ['gpt-4', 'GPT 4', 'gpt4'])
      expect(await find(query), query).toEqual(['four']);
    for (const query of ['teller', 'storyteller', 'story teller', 'reader', 'pdf']) {
      expect(await find(query), query).toEqual(['camel']);
    }
    expect((await find('c++'))[0]).toBe('cpp');
    expect((await find('C#'))[0]).toBe('sharp');
    expect((await find('c')).toSorted()).toEqual(['chat', 'cpp', 'sharp']);
    for (const query of ['don’t', "don't", 'dont', 'don t']) {
      expect((await find(query))[0], query).toBe('apostrophe');
    }
  });

  it.each([
    ['Über Größe', ['uber', 'grosse', 'ÜBER', 'größe', 'U\u0308ber']],
    ['Đà Nẵng Guide', ['da nang', 'đà nẵng', 'DA NANG', 'Đà Na\u0306\u0303ng']],
    ['İstanbul ILIK ışık', ['istanbul', 'İSTANBUL', 'ilik', 'isik', 'ışık']],
    ['Straße STRASSE', ['strasse', 'straße', 'STRAẞE']],
    ['Ｆｕｌｌ Ｗｉｄｔｈ', ['full', 'width', 'ｗｉｄｔｈ']],
    ['𝐁𝐨𝐥𝐝 𝓼𝓬𝓻𝓲𝓹𝓽', ['bold', 'script', '𝐛𝐨𝐥𝐝']],
    ['Zero\u200bwidth so\u00adft', ['zerowidth', 'soft', 'zero\u200bwidth']],
    ['Crème Brûlée Œuvre', ['creme', 'brulee', 'oeuvre', 'ŒUVRE']],
    ['Łódź Ærø Þór', ['lodz', 'aero', 'thor']],
    ['Ёлка Привет', ['елка', 'ёлка', 'ПРИВЕТ', 'прив']],
    ['ΟΔΥΣΣΕΎΣ', ['οδυσσευς', 'Οδυσσεύς']],
    ['مُساعد الكتابة', ['مساعد', 'الكتابه', 'الكت', 'مُسَاعِد']],
    ['أحمد', ['احمد', 'أحمد', 'احم']],
    ['שָׁלוֹם עולם', ['שלום', 'עולם', 'שלו']],
    ['हिन्दी लेखक', ['हिन्दी', 'लेखक', 'लेख']],
  ])('finds %s in any spelling of its letters', async (name, queries) => {
    await only([
      { id: 'found', name },
      { id: 'other', name: 'Qzx' },
    ]);
    for (const query of queries) expect(await find(query), query).toEqual(['found']);
  });

  it.each([
    ['写作助手', ['写作', '作助', '助手', '写作助', '写', '手']],
    ['AI写作 大师', ['ai写作', 'AI 写', '写作 大师', '大师', 'ai']],
    ['日本語ライティング', ['日本', '本語', '語ラ', 'ライ', 'ティング', 'ﾗｲﾃｨﾝｸﾞ', 'ｲﾃ']],
    ['コーヒー係', ['コー', 'ーヒ', 'コーヒー', '係']],
    ['한국어 글쓰기 도우미', ['한국', '국어', '글쓰', '쓰기', '도우미', '한국어 도우', '글']],
    ['ผู้ช่วยเขียน', ['ช่วย', 'เขียน']],
  ])('finds %s by two characters', async (name, queries) => {
    await only([
      { id: 'found', name },
      { id: 'other', name: '图像生成 画像 챗봇' },
    ]);
    for (const query of queries) expect(await find(query), query).toEqual(['found']);
  });

  it('finds Chinese, Japanese and Korean in descriptions, authors and tags too', async () => {
    await only([
      {
        id: 'found',
        name: 'Plain',
        description: '帮助您写出更好的文章。',
        author: '오픈 작업실',
        tags: ['作文', 'レシピ'],
      },
      { id: 'other', name: '别的' },
    ]);
    for (const query of ['文章', '更好', '작업', '作文', 'レシ', '文章 作文']) {
      expect(await find(query), query).toEqual(['found']);
    }
  });

  it('answers a query of signs only with the names that have them', async () => {
    await only([
      { id: 'percent', name: '100% _sure_' },
      { id: 'arrow', name: 'A -> B' },
      { id: 'heart', name: 'Love ❤️ Letters' },
      { id: 'only-heart', name: '❤' },
      { id: 'family', name: '👩‍👩‍👧 Family' },
    ]);
    expect(await find('%')).toEqual(['percent']);
    expect(await find('_')).toEqual(['percent']);
    expect(await find('->')).toEqual(['arrow']);
    expect(await find('❤️')).toEqual(['only-heart', 'heart']);
    expect(await find('👩‍👩‍👧')).toEqual(['family']);
    for (const query of ['\\', "'", '":*&|!()', '>-', '★'])
      expect(await find(query), query).toEqual([]);
    expect(await find('\u200b')).toHaveLength(5);
  });

  it('ignores signs next to words', async () => {
    await only([{ id: 'quote', name: "O'Hara \\ & Sons | !x:*", author: "D'Arc\\" }]);
    for (const query of [
      "o'hara",
      'sons & hara',
      "hara' | 'zzz",
      'sons\\',
      'sons:*',
      '!sons',
      "d'arc\\",
    ]) {
      expect(await find(query), query).toEqual(['quote']);
    }
  });

  it('takes long queries up to their limit', async () => {
    await only([{ id: 'one', name: 'One' }]);
    expect(await find('one '.repeat(50).trim())).toEqual(['one']);
    expect(await find('写'.repeat(200))).toEqual([]);
    expect(await find('ﷺ'.repeat(200))).toEqual([]);
    await expect(askList(server, { query: 'x'.repeat(201) })).rejects.toThrow('invalid_input');
  });
});
