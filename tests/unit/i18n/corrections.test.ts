import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogueText, useCorrections } from '#i18n/catalogues.ts';
import { noCorrections, readCorrections } from '#i18n/corrections.ts';
import { pickMessages } from '#i18n/messages.ts';
import { translator } from '#i18n/translate.ts';

const folders: string[] = [];

afterEach(async () => {
  useCorrections(noCorrections);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A folder with files of corrections: texts as they are, everything else as JSON. */
async function folderOf(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-messages-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(join(folder, name), text);
  }
  return folder;
}

describe('corrections', () => {
  it('replace shipped messages, in groups and nested groups, and do not affect others', async () => {
    const before = catalogueText('de');
    const folder = await folderOf({
      'de/home.json': { heading: 'GPT gesucht?', more: { load: 'Weitere laden' } },
      'de/ranking.json': { row: { trend: { daily: '{{periods}} {{first}} {{most}}' } } },
      'de/models.json': { 'gpt-3.5-turbo': 'Schnell.' },
    });
    const corrections = readCorrections(folder);
    expect(corrections.problems).toEqual([]);
    const [home, load] = [
      translator('de', 'home')('heading'),
      translator('de', 'home')('more.load'),
    ];
    useCorrections(corrections);
    const t = translator('de', 'home');
    expect([t('heading'), t('more.load')]).toEqual(['GPT gesucht?', 'Weitere laden']);
    expect(t('more.failed')).toBe(pickMessages('de', ['home'])['home.more.failed']);
    expect(pickMessages('de', ['home'], 'more')['home.more.load']).toBe('Weitere laden');
    expect(translator('de', 'models')('gpt-3.5-turbo')).toBe('Schnell.');
    const values = { periods: 1, first: 2, most: 3 };
    expect(translator('de', 'ranking')('row.trend.daily', values)).toBe('1 2 3');
    expect(translator('fr', 'home')('heading')).not.toBe('GPT gesucht?');
    expect(catalogueText('de')).not.toBe(before);
    useCorrections(noCorrections);
    expect([translator('de', 'home')('heading'), translator('de', 'home')('more.load')]).toEqual([
      home,
      load,
    ]);
    expect(catalogueText('de')).toBe(before);
  });

  it('may be missing, and ignore files of editors and file systems', async () => {
    expect(readCorrections('/nowhere/at/all')).toEqual(noCorrections);
    const folder = await folderOf({ '.DS_Store': 'x', 'de/home.json~': 'x', 'de/.home.swp': 'x' });
    expect(readCorrections(folder)).toEqual(noCorrections);
  });

  it.each([
    ['es/home.json', {}, 'es is no language of the interface: en, zh'],
    ['de/hom.json', {}, 'de/hom.json is no area of messages: site, home'],
    ['de/home.json', '{', 'de/home.json is no JSON: '],
    ['de/home.json', [], 'de/home.json is no JSON object'],
    ['de/home.json/x', 'x', 'de/home.json is no file'],
    ['de/home.json', ' '.repeat(200_001), 'de/home.json is over 200 KB'],
    ['de/home.json', { nothing: 'x' }, 'home.json: nothing is no key of that file'],
    ['de/home.json', { more: { nothing: 'x' } }, 'home.json: more.nothing is no key'],
    ['de/home.json', { more: 'x' }, 'home.json: more is no key of that file'],
    ['de/home.json', { heading: { a: 'x' } }, 'home.json: heading.a is no key of that file'],
    ['de/home.json', '{"__proto__": "x"}', 'home.json: __proto__ is no key of that file'],
    ['de/home.json', { heading: 1 }, 'home.json: heading is no text'],
    ['de/home.json', { heading: ' ' }, 'home.json: heading is empty'],
    ['de/home.json', { heading: 'x'.repeat(2_001) }, 'heading is over 2000 characters'],
    ['de/home.json', { heading: 'a <b>c</b>' }, 'heading has markup'],
    ['de/home.json', { heading: 'a\nb' }, 'heading has a line break'],
    ['de/home.json', { heading: '$t(title)' }, 'heading has “$t(”'],
    ['de/home.json', { headingPage: 'Seite {{ page }}' }, 'headingPage has a placeholder'],
    ['de/home.json', { headingPage: 'Seite' }, 'headingPage lacks {{page}}'],
    ['de/home.json', { headingPage: '{{page}} {{x}}' }, 'headingPage has {{x}}, which it is not'],
    ['de/home.json', { count: '{{amount}}' }, 'home.json: count is no key of that file'],
  ])('are reported when they are wrong: %s with %o', async (file, content, problem) => {
    const { texts, problems } = readCorrections(await folderOf({ [file]: content }));
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect([...texts.values()].flatMap((entries) => [...entries])).toEqual([]);
  });

  it('are read from a file with a byte order mark; folders and system files are reported', async () => {
    const folder = await folderOf({
      'lost+found/x': 'x',
      'desktop.ini': 'x',
      'Thumbs.db': 'x',
      'de/home.json': `\ufeff${JSON.stringify({ heading: 'Gut' })}`,
      'de/desktop.ini': 'x',
      'de/home.json.bak': '{',
    });
    const { texts, problems, ignored } = readCorrections(folder);
    expect([...(texts.get('de/home') ?? [])]).toEqual([['heading', 'Gut']]);
    expect(problems).toEqual([]);
    const named = ['Thumbs.db', 'desktop.ini', 'lost+found', 'de/desktop.ini', 'de/home.json.bak'];
    expect(ignored).toEqual(
      named.map((name) => `${join(folder, name)} is not read: it holds no messages`),
    );
  });

  it('keep correct entries next to wrong ones', async () => {
    const folder = await folderOf({ 'de/home.json': { heading: 'Gut', headingPage: 'Schlecht' } });
    const { texts, problems } = readCorrections(folder);
    expect([...(texts.get('de/home') ?? [])]).toEqual([['heading', 'Gut']]);
    expect(problems).toHaveLength(1);
  });
});
