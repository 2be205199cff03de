import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Language, languages } from '#domain/languages/languages.ts';
import { areas } from '#i18n/areas.ts';
import { noCorrections } from '#i18n/corrections.ts';
import { checkLanguage, checkMessages } from '../../../scripts/messages/checkMessages.ts';
import type { DynamicKeys } from '../../../scripts/messages/dynamicKeys.ts';
import { findUnused } from '../../../scripts/messages/usedKeys.ts';

/** The findings in texts of a language, which are the English ones except for some. */
function found(language: Language, own: Record<string, string>, english: Record<string, string>) {
  const texts = new Map(Object.entries(own));
  const findings = checkLanguage(language, texts, new Map(Object.entries(english)));
  return findings.map(({ kind, message, problem }) => `${kind} ${message} ${problem}`);
}

/** The findings in a text that can only have faults of typography. */
function typography(language: Language, text: string) {
  const values = text.match(/\{\{\w+\}\}/g) ?? [];
  return found(language, { 'home.text': text }, { 'home.text': `Else ${values.join('')}` });
}

describe('the shipped messages', () => {
  it('pass all checks', () => {
    expect(checkMessages()).toEqual([]);
  });

  it.each(['zh', 'zh_TW'])('address readers as 你 in %s', (language) => {
    const folder = new URL(`../../../src/i18n/${language}/`, import.meta.url);
    const texts = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
    expect(texts.filter((text) => text.includes('您'))).toEqual([]);
  });

  it.each(languages)('have one file for each area in %s', (language) => {
    const files = readdirSync(new URL(`../../../src/i18n/${language}`, import.meta.url));
    expect(files.toSorted()).toEqual(areas.map((area) => `${area}.json`).toSorted());
  });
});

describe('the check', () => {
  it('finds missing keys of a language, and keys that English does not have', () => {
    expect(found('de', { 'home.b': 'Zwei' }, { 'home.a': 'One' })).toEqual([
      'missing home.a is missing',
      'unknown home.b is not in English',
    ]);
  });

  it('finds values that differ, but lets a singular write its number in words', () => {
    const english = {
      'home.a': '{{one}} of {{two}}',
      'home.b_one': '{{count}}',
      'home.b_other': '{{count}}',
    };
    const own = {
      'home.a': '{{one}} von {{drei}}',
      'home.b_one': 'eins',
      'home.b_other': '{{count}}',
    };
    expect(found('de', own, english)).toEqual([
      'values home.a differs from English in {{two}}, {{drei}}',
    ]);
  });

  it('finds missing plural forms of a language, and those that it does not have', () => {
    const forms = { 'home.a_one': 'un', 'home.a_other': 'plusieurs' };
    expect(found('fr', forms, forms)).toContain(
      'plural home.a_many is missing: the language needs it',
    );
    expect(found('ja', { ...forms }, forms)).toContain(
      'plural home.a_one is a form that it does not have',
    );
  });

  it('finds English in another language, except names and words that they share', () => {
    const english = { 'home.a': 'Find a GPT', 'home.b': '{{name}} · Dolores', 'home.c': 'Blog' };
    expect(found('de', english, english)).toEqual([
      'same home.a is the same as in English: Find a GPT',
    ]);
    expect(found('ko', english, english)).toHaveLength(2);
  });

  it.each([
    ['en', "It's here", 'straight'],
    ['en', 'Wait...', 'three dots'],
    ['en', 'Two  spaces', 'space too many'],
    ['en', 'This - that', 'hyphen instead of a dash'],
    ['en', 'Fish &amp; chips', 'as in HTML'],
    ['en', 'A <b>word</b>', 'markup'],
    ['en', 'What ?', 'space before'],
    ['en', 'in\u00advisible', 'invisible'],
    ['de', '“Anführung”', 'of another language'],
    ['de', 'Wird geladen…', 'no space before …'],
    ['fr', 'Quoi ?', 'no no-break space'],
    ['fr', '« mot\u00a0»', 'no no-break space'],
    ['zh', '是的,没错', 'half-width'],
    ['zh', '「引号」', 'of another language'],
    ['zh_TW', '“引號”', 'of another language'],
    ['ja', 'はい!', 'half-width'],
    ['ko', '질문 ?', 'space before'],
    ['vi', 'Tìm kiếm'.normalize('NFD'), 'normalise'],
  ] as const)('finds slips of typography in %s: %s', (language, text, problem) => {
    expect(typography(language, text).join('\n')).toContain(problem);
  });

  it.each([
    ['en', '“Quoted” – it’s right…'],
    ['de', '„Zitiert“, wird geladen …'],
    ['fr', 'Quoi\u00a0? «\u00a0Mot\u00a0»\u202f!'],
    ['zh', '是的，“没错”：{{name}}（{{count}}）'],
    ['zh_TW', '「引號」與 GPT-4: ok'],
    ['ja', '「はい」、GPT（{{count}}件）'],
    ['ko', '“네”, 질문이 있나요?'],
    ['vi', 'Không tìm thấy “{{query}}”.'],
  ] as const)('lets right typography pass in %s: %s', (language, text) => {
    expect(typography(language, text)).toEqual([]);
  });

  it('names mistakes in corrections', () => {
    const corrections = { ...noCorrections, problems: ['de/home.json: x is no key of that file'] };
    expect(checkMessages(corrections)).toMatchObject([
      { kind: 'correction', problem: 'de/home.json: x is no key of that file' },
    ]);
  });
});

describe('the keys that the code uses', () => {
  const english = new Map([
    ['home.used', ''],
    ['home.forms_one', ''],
    ['home.forms_other', ''],
    ['home.group.one', ''],
    ['home.group.two', ''],
  ]);
  const table = { 'home.group.': ['one', 'two'] };
  const lines = (code: string, own: DynamicKeys = table) =>
    findUnused(english, new Map([['src/planted.ts', code]]), own).map(
      ({ kind, message, problem }) => `${kind} ${message} ${problem}`,
    );
  const right = `const t = translator(language, 'home'); t('used'); t('forms', { count }); t(\`group.\${x}\`);`;

  it('are distinguished from unused ones', () => {
    expect(lines(right)).toEqual([]);
    expect(lines(right.replace(`t('used');`, ''))).toEqual([
      'unused home.used is asked for by no source file',
    ]);
    expect(lines(`${right} t('home.used')`.replace(`t('used');`, ''))).toEqual([]);
  });

  it('are found if they do not exist', () => {
    expect(lines(`${right} t('usd');`)).toEqual([
      'missing home.usd is asked for in src/planted.ts',
    ]);
    expect(lines(`${right} say('home.usd');`)).toHaveLength(1);
  });

  it('are in the table where they are composed, and have a message each', () => {
    expect(lines(right, {})).toContainEqual(
      expect.stringContaining('missing home.group.… is put together in src/planted.ts'),
    );
    const more = { 'home.group.': ['one', 'two', 'three'] };
    expect(lines(right, more)).toEqual([
      'missing home.group.three is asked for by what data name (dynamicKeys.ts)',
    ]);
    const fewer = { 'home.group.': ['one'] };
    expect(lines(right, fewer)).toEqual(['unused home.group.two is asked for by no source file']);
  });
});
