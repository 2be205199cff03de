import { expect, it } from 'vitest';
import { gptsOnFirstHome } from '#domain/gpts/gpts.ts';
import type { Visit } from './visit.ts';

const cards = '#gpts > li a[href*="/gpts/"]';
const searchField = '#search-form input';

/** Finding a GPT. */
export function describeDirectory(engine: string, visit: Visit): void {
  it(`shows the directory without script in ${engine}`, async () => {
    const tab = await visit.asStranger({ hasScript: false });
    await tab.open('/en');
    await expect.poll(() => tab.texts(cards)).toHaveLength(gptsOnFirstHome);
    await tab.click('a', 'Load More');
    await expect.poll(() => tab.address()).toBe('/en/page/2');
    const [card] = await tab.all(cards);
    await tab.open(card?.href ?? '');
    expect((await tab.one('main h1')).text).not.toBe('');
    await tab.click('header nav a', 'Ranking');
    await expect.poll(() => tab.address()).toBe('/en/ranking/all');
    expect(await tab.texts('main tbody tr')).not.toEqual([]);
    await tab.open('/en');
    await tab.fill(searchField, 'regex');
    await tab.press('Enter');
    await expect.poll(() => tab.address()).toBe('/en/search?query=regex');
    await expect.poll(() => tab.texts('#gpts .card h2')).toContain('Regex Workbench');
  });

  it(`searches while typing, and on the page of results in ${engine}`, async () => {
    const tab = await visit.asStranger();
    await tab.open('/en');
    await tab.fill(searchField, 'regex');
    await expect
      .poll(async () => (await tab.texts('[role="option"]')).join())
      .toContain('Regex Workbench');
    await tab.press('Enter');
    await expect.poll(() => tab.address()).toBe('/en/search?query=regex');
    await expect.poll(() => tab.texts('main h1')).toEqual(['Results for “regex”']);
    await expect.poll(() => tab.texts('#gpts .card h2')).toContain('Regex Workbench');
  });
}
