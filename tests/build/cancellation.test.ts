import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cancellationFormPath, cancellationPath } from '#domain/orders/cancellation.ts';
import { languages } from '#domain/languages/languages.ts';
import { planCancellation } from '#server/db/schema/plans.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';
import { tagsOf, textsOf } from '../setup/tags.ts';
import { faultsOf } from '../setup/validator.ts';

const site = await openBuiltSite();

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ config: { dataDir: inject('siteDataDir') } });
  server.platform.config.operator.sellerCountry = 'DE';
});

afterAll(() => server.close());

function post(form: Record<string, string>, language = 'de'): Promise<Response> {
  return server.fetch(`${cancellationFormPath}?lang=${language}`, {
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

describe('the page of the cancel button', () => {
  it('is in every language, without script and sign-in, linked from the foot of every page', () => {
    for (const language of languages) {
      const path = cancellationPath(language);
      const { html, status } = site.page(path);
      expect(status).toBe(200);
      const forms = tagsOf(html).filter(({ attributes }) =>
        attributes.get('action')?.startsWith(cancellationFormPath),
      );
      expect(forms.map(({ attributes }) => attributes.get('method'))).toEqual(['post']);
      const links = tagsOf(site.page(`/${language}/pricing`).html);
      expect(links.some(({ attributes }) => attributes.get('href') === path)).toBe(true);
    }
    expect(shown(site.page('/de/cancel').html)).toContain('Jetzt kündigen');
    expect(textsOf(site.page('/de/tags').html)).toContain('Verträge hier kündigen');
  });

  it('takes a cancellation, and shows the time of its receipt at an address of its own', async () => {
    const answer = await post({ email: 'a@example.org', kind: 'ordinary', contract: 'Pro' });
    expect(answer.status).toBe(303);
    const received = await server.fetch(answer.headers.get('location') ?? '');
    expect([received.status, received.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const html = await received.text();
    expect(shown(html)).toContain('Ihre Kündigung ist eingegangen');
    expect(shown(html)).toMatch(/Eingegangen am \d+\. \p{L}+ 20\d\d/u);
    expect(shown(html)).not.toContain('Jetzt kündigen');
    expect(await faultsOf(html)).toEqual([]);
    const rows = await server.database.query.select().from(planCancellation);
    expect(rows).toMatchObject([{ email: 'a@example.org', contract: 'Pro', language: 'de' }]);
  });

  it('shows an invalid form again, with the errors and without losing a field', async () => {
    const fields = { email: 'a@', kind: 'cause', reason: '', contract: '"><b>x', wanted: 'soon' };
    const answer = await post(fields);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    for (const text of ['Nennen Sie den Grund.', 'Geben Sie einen Tag', 'Geben Sie eine Adresse']) {
      expect(shown(html)).toContain(text);
    }
    expect(html).toContain('&quot;&gt;&lt;b&gt;x');
    expect(html).not.toContain('"><b>x');
    expect(await faultsOf(html)).toEqual([]);
  });
});
