import { parseHTML } from 'linkedom';
import { afterAll, expect, it, vi } from 'vitest';

const pages: Readonly<Record<string, string>> = {
  '/en': '<ul id="gpts"><li>one</li></ul><load-more><a href="/en/page/2">Load More</a></load-more>',
  '/en/page/2':
    '<ul id="gpts"><li>two</li></ul><load-more><a href="/en/page/3">Also in other languages (1)</a></load-more>',
  '/en/page/3': '<ul id="gpts"><li>drei</li></ul>',
};

afterAll(() => void vi.unstubAllGlobals());

it('names the GPTs in other languages when only such are left', async () => {
  const { window } = parseHTML(`<html><body>${pages['/en'] ?? ''}</body></html>`);
  const { document } = window;
  for (const name of ['HTMLElement', 'customElements', 'DOMParser'] as const) {
    vi.stubGlobal(name, window[name]);
  }
  vi.stubGlobal('document', document);
  vi.stubGlobal('history', { state: null, replaceState: () => undefined });
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(pages[path])));
  await import('#elements/loadMore.ts');
  const link = document.querySelector<HTMLAnchorElement>('load-more a');
  const items = () => [...document.querySelectorAll('#gpts > li')].map((item) => item.textContent);
  link?.click();
  await expect.poll(items).toEqual(['one', 'two']);
  expect([link?.getAttribute('href'), link?.textContent]).toEqual([
    '/en/page/3',
    'Also in other languages (1)',
  ]);
  link?.click();
  await expect.poll(items).toEqual(['one', 'two', 'drei']);
  expect(document.querySelector('load-more a')).toBeNull();
});
