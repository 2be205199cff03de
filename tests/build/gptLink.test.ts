import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { gptLinkFormPath } from '#domain/gpts/gptLinks.ts';
import { languages } from '#domain/languages/languages.ts';
import { type AccountServer, startAccountServer } from '../setup/accountServer.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { type PublicGptPages, publicGpts, startPublicGptPages } from '../setup/publicGptPages.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';
import { TestBrowser } from '../setup/testBrowser.ts';
import { grantProduct } from '../setup/tiers.ts';
import { faultsOf } from '../setup/validator.ts';

const site = await openBuiltSite();

let server: AccountServer;
let elsewhere: PublicGptPages;

beforeAll(async () => {
  elsewhere = await startPublicGptPages();
  server = await startAccountServer({ dataDir: inject('siteDataDir') }, elsewhere.environment);
});

afterAll(async () => {
  await server.close();
  await elsewhere.close();
});

const linkOf = (id: string) => `https://chatgpt.com/g/${id}-its-name`;

async function newUser(product?: 'pro_month'): Promise<TestBrowser> {
  const { cookie, userId } = await server.signIn(10);
  if (product) await grantProduct(server.database, userId, product);
  return new TestBrowser(server.url, { cookie });
}

const ownPage = { 'sec-fetch-site': 'same-origin' };

function open(browser: TestBrowser, link: string, headers: Record<string, string> = ownPage) {
  const query = new URLSearchParams({ lang: 'en', link }).toString();
  return browser.send('GET', `${gptLinkFormPath}?${query}`, headers);
}

/** The texts of a page's main part that are shown. */
function shown(html: string): string {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return textsOf(main.replaceAll(/<(a|div|section)[^>]* hidden[^>]*>.*?<\/\1>/gs, '')).join(' ');
}

describe('the page for addresses of GPTs elsewhere', () => {
  it('exists in every language, with a link from the pricing page', () => {
    for (const language of languages) {
      const path = `/${language}/open`;
      const { status, html } = site.page(path);
      expect(status).toBe(200);
      const forms = tagsOf(html).map(({ attributes }) => attributes.get('action'));
      expect(forms).toContain(gptLinkFormPath);
      const links = tagsOf(site.page(`/${language}/pricing`).html);
      expect(links.some(({ attributes }) => attributes.get('href') === path)).toBe(true);
    }
  });

  it('is recognised by the search, without script too', async () => {
    const browser = await newUser('pro_month');
    const link = linkOf(publicGpts.withData);
    const query = new URLSearchParams({ query: link }).toString();
    const found = await browser.send('GET', `/en/search?${query}`, ownPage);
    expect(found.status).toBe(303);
    const opened = await browser.send('GET', found.headers.location ?? '', ownPage);
    expect([opened.status, opened.headers.location]).toEqual([
      303,
      `/en/gpts/${publicGpts.withData}`,
    ]);
  });

  it('shows the benefits of Pro to others, and fetches nothing for them', async () => {
    const link = linkOf('g-Unknown77');
    const before = elsewhere.requests.length;
    const visitor = await open(new TestBrowser(server.url), link);
    expect(visitor.status).toBe(401);
    const back = `${gptLinkFormPath}?${new URLSearchParams({ lang: 'en', link }).toString()}`;
    const links = tagsOf(visitor.text).map(({ attributes }) => attributes.get('href'));
    expect(links).toContain(`/en/login?redirect=${encodeURIComponent(back)}`);
    const free = await open(await newUser(), link);
    expect(free.status).toBe(403);
    expect(shown(free.text)).toContain('This GPT opens with Pro');
    expect(shown(free.text)).toContain('See the plans');
    expect(await faultsOf(free.text)).toEqual([]);
    expect(elsewhere.requests).toHaveLength(before);
  });

  it('fetches nothing for a link from another site, and keeps the address in the field', async () => {
    const link = linkOf('g-Unknown78');
    const before = elsewhere.requests.length;
    const pro = await newUser('pro_month');
    const asked = await open(pro, link, { 'sec-fetch-site': 'cross-site' });
    expect(asked.status).toBe(200);
    expect(shown(asked.text)).toContain('Open this GPT here?');
    const field = tagsOf(asked.text).find(({ attributes }) => attributes.get('id') === 'gpt-link');
    expect(field?.attributes.get('value')).toBe(link);
    expect(elsewhere.requests).toHaveLength(before);
  });

  it('shows in the specified words that a GPT is not public, and that the other site is busy', async () => {
    const pro = await newUser('pro_month');
    const missing = await open(pro, linkOf(publicGpts.private));
    expect(missing.status).toBe(404);
    expect(shown(missing.text)).toContain(
      'This GPT is not public, currently inaccessible, please try another GPT',
    );
    expect(shown(missing.text)).toContain(
      'Requires the GPT author to change the link permission to a status other than only me',
    );
    const busy = await open(pro, linkOf(publicGpts.busy));
    expect(busy.status).toBe(503);
    expect(shown(busy.text)).toContain('Server busy, access failed, please try again later');
    const wrong = await open(pro, 'https://example.com/"><b id="x">');
    expect(wrong.status).toBe(400);
    expect(wrong.text).not.toContain('<b id="x">');
    expect(await faultsOf(wrong.text)).toEqual([]);
  });
});
