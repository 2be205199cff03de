import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { groupGiftCode, unscriptedRedeemPath } from '#domain/product/giftCodes.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { issueCodes } from '#server/services/product/issueCodes.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { type AccountServer, startAccountServer } from '../setup/accountServer.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';
import { type TestAnswer, TestBrowser } from '../setup/testBrowser.ts';
import { faultsOf } from '../setup/validator.ts';

const site = await openBuiltSite();

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer({ dataDir: inject('siteDataDir') });
});

afterAll(() => server.close());

async function issueOne(): Promise<string> {
  const order = { count: 1, credits: 50, product: null, expires: null, note: null };
  const { codes } = await issueCodes(server.platform, order);
  return groupGiftCode(codes[0] ?? '');
}

async function newUser(): Promise<TestBrowser> {
  const { cookie } = await server.signIn(10);
  return new TestBrowser(server.url, { cookie });
}

/** Sends the form as a browser without script does. */
function post(
  browser: TestBrowser,
  code: string,
  { language = 'en', ...headers }: { language?: Language; [name: string]: string } = {},
): Promise<TestAnswer> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  const body = new URLSearchParams({ code }).toString();
  return browser.send('POST', `${unscriptedRedeemPath}?lang=${language}`, form, body);
}

/** The texts of a page's main part that are shown. */
function shown(html: string): string {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return textsOf(main.replaceAll(/<(a|div|section)[^>]* hidden[^>]*>.*?<\/\1>/gs, '')).join(' ');
}

function fieldOf(html: string) {
  return tagsOf(html).find(({ attributes }) => attributes.get('id') === 'gift-code')?.attributes;
}

describe('the page for gift codes', () => {
  it('exists in every language, with links from the pricing page and the foot', () => {
    for (const language of languages) {
      const path = `/${language}/redeem`;
      const { status, html } = site.page(path);
      expect(status).toBe(200);
      const form = tagsOf(html).find(
        ({ attributes }) => attributes.get('action') === `${unscriptedRedeemPath}?lang=${language}`,
      );
      expect(form?.attributes.get('method')).toBe('post');
      expect(fieldOf(html)?.get('name')).toBe('code');
      const links = (page: string) =>
        tagsOf(page).filter(({ attributes }) => attributes.get('href') === path).length;
      expect(links(site.page(`/${language}/pricing`).html)).toBe(2);
      expect(links(site.page(`/${language}/tags`).html)).toBe(1);
    }
  });

  it('redeems a code without script, and shows its credits and the balance', async () => {
    const browser = await newUser();
    const code = await issueOne();
    const answer = await post(browser, ` ${code.toLowerCase()} `);
    expect(answer.status).toBe(200);
    const texts = shown(answer.text);
    expect(texts).toContain('Redemption successful!');
    expect(texts).toContain('50 credits were added to your account.');
    expect(texts).toContain('Your balance: 60 credits.');
    expect(texts).toContain('Use now');
    const form = tagsOf(answer.text).find(
      ({ attributes }) => attributes.get('data-fill') === 'form',
    );
    expect(form?.attributes.has('hidden')).toBe(true);
    expect(await faultsOf(answer.text)).toEqual([]);
    expect([answer.headers['cache-control'], answer.headers['x-robots-tag']]).toEqual([
      'no-store',
      'noindex',
    ]);
    const again = await post(browser, code);
    expect(shown(again.text)).toContain('You redeemed this gift code yourself on');
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 60 });
  });

  it.each([
    ['en', 'Redemption failed!', 'Re-enter the redemption code', 'We do not know this gift code.'],
    ['zh', '兑换失败！', '重新输入兑换码', '无法识别该兑换码。'],
    [
      'de',
      'Einlösen fehlgeschlagen!',
      'Code erneut eingeben',
      'Diesen Geschenkcode kennen wir nicht.',
    ],
  ] as const)('keeps a wrong code in the field: %s', async (language, title, again, sentence) => {
    const answer = await post(await newUser(), 'aaaa bbbb cccc dddd', { language });
    expect(answer.status).toBe(400);
    const texts = shown(answer.text);
    for (const text of [title, again, sentence]) expect(texts).toContain(text);
    expect(fieldOf(answer.text)?.get('value')).toBe('AAAA-BBBB-CCCC-DDDD');
    expect(await faultsOf(answer.text)).toEqual([]);
  });

  it('leads a visitor to the sign-in and back, with the code in no address and no log', async () => {
    const code = await issueOne();
    const visitor = new TestBrowser(server.url);
    const answer = await post(visitor, code);
    expect(answer.status).toBe(401);
    expect(shown(answer.text)).toContain('Sign in to redeem your gift code');
    const back = `${unscriptedRedeemPath}?lang=en`;
    const links = tagsOf(answer.text).map(({ attributes }) => attributes.get('href'));
    expect(links).toContain(`/en/login?redirect=${encodeURIComponent(back)}`);
    const kept = answer.cookies.find((line) => line.startsWith('gift_code='));
    expect(kept).toMatch(/; Max-Age=900; Path=\/api\/product\/code\/form; HttpOnly; SameSite=Lax/);
    expect(shown((await visitor.get(back)).text)).toContain('Sign in to redeem your gift code');

    const { cookie } = await server.signIn(0);
    for (const pair of cookie.split('; '))
      visitor.setCookie(...(pair.split('=') as [string, string]));
    const page = await visitor.get(back);
    expect([page.status, fieldOf(page.text)?.get('value')]).toEqual([200, code]);
    expect(shown(page.text)).toContain('You are signed in. Confirm to redeem your gift code.');
    expect((await post(visitor, code)).status).toBe(200);
    expect(visitor.cookie('gift_code')).toBeUndefined();
    const later = await visitor.get(back);
    expect([later.status, later.headers.location]).toEqual([302, '/en/redeem']);
    const logged = server.logged.join('');
    expect(logged).toContain(unscriptedRedeemPath);
    expect(logged).not.toMatch(new RegExp(`${code}|${code.replaceAll('-', '')}`, 'i'));
  });

  it('takes codes from its own pages only', async () => {
    const browser = await newUser();
    const answer = await post(browser, await issueOne(), { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
    expect((await browser.get('/api/account')).json).toMatchObject({ credit: 10 });
  });

  it.each([
    ['', 303, undefined],
    [' — ', 303, undefined],
    ['"><script>', 400, 'SCRI-PT'],
  ])('survives the input %j', async (typed, status, value) => {
    const answer = await post(await newUser(), typed);
    expect(answer.status).toBe(status);
    expect(fieldOf(answer.text)?.get('value')).toBe(value);
  });

  it('counts wrong codes together with those of the dialog', async () => {
    const browser = await newUser();
    const wrong = { 'x-forwarded-for': '10.9.0.1' };
    for (let count = 0; count < 5; count += 1) {
      await browser.post('/api/product/code?code=AAAABBBBCCCCDDDD', wrong);
      await post(browser, 'AAAABBBBCCCCDDDD', wrong);
    }
    const answer = await post(browser, await issueOne(), wrong);
    expect(shown(answer.text)).toContain('Too many wrong codes. Try again in 60 minutes.');
  });
});
