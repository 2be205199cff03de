import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contactKeptDays, unscriptedContactPath } from '#domain/support/contact.ts';
import { languages } from '#domain/languages/languages.ts';
import { supportRequest } from '#server/db/schema/support.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';
import { faultsOf } from '../setup/validator.ts';

const site = await openBuiltSite();
const fields = {
  email: 'a@example.org',
  topic: 'privacy',
  message: 'Line 1\r\n"</form>',
  about: '',
};

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ config: { dataDir: inject('siteDataDir') } });
  server.platform.config.operator.supportEmail = 'help@example.org';
});

afterAll(() => server.close());

function post(form: Record<string, string>, language = 'de'): Promise<Response> {
  return server.fetch(`${unscriptedContactPath}?lang=${language}`, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** The texts of a page’s main part that are shown. */
function shown(html: string): string {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return textsOf(main.replaceAll(/<(p|section|form)[^>]* hidden[^>]*>.*?<\/\1>/gs, '')).join(' ');
}

describe('the contact form', () => {
  it('is a page in every language, linked from the foot, the drawer and the policies', () => {
    for (const language of languages) {
      const path = `/${language}/contact`;
      expect(site.page(path).status).toBe(200);
      const links = (html: string) =>
        tagsOf(html).filter(({ attributes }) => attributes.get('href') === path).length;
      expect(links(site.page(`/${language}/tags`).html)).toBe(2);
      for (const kind of ['terms', 'refunds', 'privacy']) {
        expect(links(site.page(`/${language}/${kind}`).html)).toBeGreaterThan(2);
      }
      expect(shown(site.page(`/${language}/privacy`).html)).toContain(String(contactKeptDays));
      expect(shown(site.page(path).html)).toContain('support@example.org');
    }
  });

  it.each([
    ['en', 'By e-mail: <a '],
    ['zh', '电子邮件：<a '],
    ['ja', 'メール：<a '],
  ])('has a space before the address only without full-width punctuation, in %s', (lang, html) => {
    expect(site.page(`/${lang}/contact`).html).toContain(html);
  });

  it('takes a message without script, and shows its reference at an address of its own', async () => {
    const answer = await post(fields);
    expect(answer.status).toBe(303);
    const location = answer.headers.get('location') ?? '';
    const page = await server.fetch(location);
    const html = await page.text();
    const reference = new URL(location, server.url).searchParams.get('reference') ?? '';
    const [row] = await server.database.query
      .select()
      .from(supportRequest)
      .where(eq(supportRequest.reference, reference));
    expect(row).toMatchObject({ message: 'Line 1\n"</form>', topic: 'privacy', language: 'de' });
    expect(page.status).toBe(200);
    expect(shown(html)).toContain('Ihre Nachricht ist angekommen');
    expect(shown(html)).toContain(reference);
    expect(shown(html)).not.toContain('Nachricht senden');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(await faultsOf(html)).toEqual([]);
    const odd = await server.fetch(`${unscriptedContactPath}?lang=de&reference=%3Cb%3E`);
    expect([odd.status, odd.headers.get('location')]).toEqual([302, '/de/contact']);
  });

  it('is shown again with the typed texts and the errors', async () => {
    const answer = await post({ ...fields, email: '"><b>', topic: 'payment', message: ' ' }, 'en');
    const html = await answer.text();
    expect(answer.status).toBe(400);
    const texts = shown(html);
    expect(texts).toContain('Nothing was sent yet.');
    expect(texts).toContain('Enter an address like name@example.org.');
    expect(texts).toContain('Write a message.');
    expect(texts).not.toContain('Choose a topic.');
    const tags = tagsOf(html);
    const email = tags.find(({ attributes }) => attributes.get('id') === 'contact-email');
    expect(email?.attributes.get('value')).toBe('"><b>');
    expect(email?.attributes.get('aria-invalid')).toBe('true');
    const chosen = tags.filter(
      ({ name, attributes: of }) => name === 'option' && of.has('selected'),
    );
    expect(chosen.map(({ attributes }) => attributes.get('value'))).toEqual(['payment']);
    expect(await faultsOf(html)).toEqual([]);
  });

  it('shows the time of the next message, and keeps the text', async () => {
    for (let count = 0; count < 5; count += 1) await post(fields, 'en');
    const answer = await post({ ...fields, about: 'Order 7' }, 'en');
    const html = await answer.text();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(shown(html)).toMatch(/Try again in \d+ minutes/);
    expect(html).toContain('value="Order 7"');
  });
});
