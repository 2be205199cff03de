import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { searchPath } from '#domain/gpts/gptPaths.ts';
import { budgets } from '../bench/budgets.ts';
import { sizeOf } from '../bench/pageSize.ts';
import { makeGpt } from '../fixtures/snapshot.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../setup/databaseProxy.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { importAll } from '../setup/directory.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';
import { type Tag, tagsOf, textsOf, withoutTemplates } from '../setup/tags.ts';
import { faultsOf } from '../setup/validator.ts';

/** Letters of a search, and words that would like to be markup or a pattern. */
const hostile = [
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '</title></template><!--',
  '{{x}} $& $1 $` [[name]] \\',
  '&lt;b&gt; &amp;quot;',
];

const plain = Array.from({ length: 30 }, (_, index) =>
  makeGpt({ id: `plain-${index}`, name: `Plain ${index}`, tags: ['plain', 'c&d'], lang: 'en' }),
);
const named = hostile.map((name, index) =>
  makeGpt({ id: `hostile-${index}`, name, description: name, author: name, tags: ['hostile'] }),
);

let database: TestDatabase;
let proxy: DatabaseProxy;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  await importAll(database, [...plain, ...named]);
  proxy = await startDatabaseProxy(database.url);
  const behind = connect(proxy.url, { warn: () => undefined });
  server = await startTestServer({
    config: { dataDir: inject('siteDataDir') },
    database: { ...behind, drop: behind.close },
  });
});

afterAll(async () => {
  await server.close();
  await server.database.close();
  await proxy.close();
  await database.drop();
});

type Results = {
  status: number;
  headers: Headers;
  html: string;
  /** Of the full matches. */
  names: string[];
  /** The lists below them. */
  others: string[];
};

async function results(path: string): Promise<Results> {
  const answer = await server.fetch(path);
  const html = await answer.text();
  const shown = withoutTemplates(html);
  const namesIn = (list: string) => {
    const cards = new RegExp(`<ul [^>]*data-fill="${list}"[^>]*>(.*?)</ul>`, 's').exec(shown)?.[1];
    const headings = (cards ?? '').matchAll(/<h2.*?<\/h2>/gs);
    return [...headings].map(([heading]) => textsOf(heading).join(''));
  };
  const [names, others] = [namesIn('cards'), namesIn('others')];
  return { status: answer.status, headers: answer.headers, html, names, others };
}

/** As it comes over the wire; `fetch` would decode it. */
function raw(path: string, acceptEncoding: string): Promise<{ body: Buffer; encoding: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': acceptEncoding };
    get(server.url + path, { headers, agent: false }, (answer) => {
      const encoding = answer.headers['content-encoding'];
      buffer(answer).then((body) => resolve({ body, encoding }), reject);
    }).on('error', reject);
  });
}

function filled(html: string, name: string): string | undefined {
  const element = new RegExp(`<(\\w+)[^<>]* data-fill="${name}"[^<>]*>.*?</\\1>`, 's');
  return textsOf(element.exec(withoutTemplates(html))?.[0] ?? '').join('');
}

function tag(html: string, name: string, value: string): Tag | undefined {
  return tagsOf(withoutTemplates(html)).find(({ attributes }) => attributes.get(name) === value);
}

describe('the page of results', () => {
  it('lists the results, shows their number, and links to the next page and back', async () => {
    const first = await results('/en/search?query=plain&content=en');
    expect(first.status).toBe(200);
    expect(first.names).toHaveLength(24);
    expect(sizeOf(first.html).gzip).toBeLessThanOrEqual(budgets.htmlWireBytes);
    expect(filled(first.html, 'heading')).toBe('Results for “plain”');
    expect(filled(first.html, 'count')).toBe('30 results');
    expect(first.html).toContain('<mark>Plain</mark> ');
    const next = tag(first.html, 'data-fill', 'next')?.attributes;
    expect(next?.get('href')).toBe('/en/search?query=plain&content=en&page=2');
    const second = await results(next?.get('href') ?? '');
    expect(second.names).toHaveLength(6);
    expect(new Set([...first.names, ...second.names]).size).toBe(30);
    expect(tag(second.html, 'data-fill', 'next')?.attributes.has('hidden')).toBe(true);
    const previous = tag(second.html, 'data-fill', 'previous')?.attributes.get('href');
    expect(previous).toBe('/en/search?query=plain&content=en');
  });

  it('fills the form, in every language, and keeps the search in the others', async () => {
    for (const language of ['de', 'zh_TW'] as const) {
      const { html } = await results(searchPath(language, { query: 'a "b"', tag: 'C&D' }));
      expect(tag(html, 'name', 'query')?.attributes.get('value')).toBe('a "b"');
      const tags = tagsOf(html).filter(({ attributes }) => attributes.get('name') === 'tag');
      const chosen = tags.filter(({ attributes }) => attributes.has('checked'));
      expect(chosen.map(({ attributes }) => attributes.get('value'))).toEqual(['C&D']);
      expect([filled(html, 'tagName'), filled(html, 'filterCount')]).toEqual(['C&D', '1']);
      const others = tagsOf(html).filter(
        ({ attributes }) => attributes.get('data-language') === 'fr',
      );
      const same = searchPath('fr', { query: 'a "b"', tag: 'C&D' });
      expect(others.map(({ attributes }) => attributes.get('href'))).toEqual([same, same]);
    }
  });

  it.each(hostile)('shows the GPT %s unchanged', async (text) => {
    const { html, names } = await results('/en/search?tag=hostile');
    expect(names).toContain(text);
    expect(tagsOf(html).filter(({ name }) => name === 'script')).toEqual(
      tagsOf((await results('/en/search')).html).filter(({ name }) => name === 'script'),
    );
  });

  it.each(hostile)('shows the query %s unchanged', async (text) => {
    const { html } = await results(searchPath('en', { query: text, category: text, tag: text }));
    expect(filled(html, 'heading')).toBe(`Results for “${text}”`);
    expect(tag(html, 'name', 'query')?.attributes.get('value')).toBe(text);
    expect(textsOf(/<title.*?<\/title>/s.exec(html)?.[0] ?? '')).toEqual([
      `“${text}” · GPTs · Dolores`,
    ]);
    expect(tagsOf(html).flatMap(({ attributes }) => [...attributes.keys()])).not.toContainEqual(
      expect.stringMatching(/^on/),
    );
  });

  it.each([
    ['page=0', 'There is no such page'],
    ['page=two', 'There is no such page'],
    [`query=${'x'.repeat(201)}`, 'The search text is too long'],
    [`tag=${'x'.repeat(81)}`, 'Unknown filter'],
  ])('answers %.12s… with a page that explains the error', async (search, expected) => {
    const { status, headers, html, names } = await results(`/en/search?${search}`);
    expect([status, names]).toEqual([400, []]);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(filled(html, 'noticeTitle')).toBe(expected);
  });

  it('gives names two lines if all cards have the same author', async () => {
    const { html, names } = await results('/en/search?query=plain');
    expect(names.length).toBeGreaterThan(10);
    expect(withoutTemplates(html)).not.toContain('class="card-by"');
  });

  it('shows that nothing was found, and that a page does not exist', async () => {
    const none = await results('/en/search?query=qqqqzzzzxx');
    expect([none.status, none.names, none.others.length]).toEqual([200, [], 6]);
    expect(filled(none.html, 'noticeTitle')).toBe('Nothing found for “qqqqzzzzxx”');
    expect(filled(none.html, 'othersTitle')).toBe('Other GPTs');
    expect(tag(none.html, 'data-fill', 'all')?.attributes.get('href')).toBe('/en/search');
    const behind = await results('/en/search?query=plain&page=7');
    expect([behind.status, behind.names]).toEqual([200, []]);
    expect(filled(behind.html, 'noticeTitle')).toBe('There is no such page');
  });

  it('shows that the search failed when the database is away, with a link to retry', async () => {
    proxy.decide(() => 'lose');
    const { status, headers, html } = await results('/en/search?query=plain&page=2');
    proxy.decide(() => 'pass');
    expect([status, headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(filled(html, 'noticeTitle')).toBe('Search isn’t responding');
    const link = tag(html, 'data-fill', 'noticeLink')?.attributes.get('href');
    expect(link).toBe('/en/search?query=plain&page=2');
  });

  it('is valid, hidden from search engines, and allowed by its own policy', async () => {
    for (const path of ['/en/search', '/zh/search?query=plain', '/en/search?tag=hostile&page=9']) {
      const { html, headers } = await results(path);
      expect(await faultsOf(html)).toEqual([]);
      expect(tag(html, 'name', 'robots')?.attributes.get('content')).toBe('noindex');
      const policy = headers.get('content-security-policy') ?? '';
      for (const { name, attributes, rawText } of tagsOf(withoutTemplates(html))) {
        const isData = attributes.get('type')?.endsWith('json');
        if (!['script', 'style'].includes(name) || attributes.has('src') || isData) continue;
        const hash = createHash('sha256').update(rawText).digest('base64');
        expect(policy).toContain(`'sha256-${hash}'`);
      }
    }
  });

  it('answers HEAD, compresses on request, and has one address', async () => {
    const head = await server.fetch('/en/search?query=plain', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const { html } = await results('/en/search?query=plain');
    for (const [requested, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { body, encoding } = await raw('/en/search?query=plain', requested);
      expect([encoding, unpack(body).toString()]).toEqual([requested, html]);
    }
    for (const [path, status, location] of [
      ['/en/search/?query=a', 301, '/en/search?query=a'],
      ['/search?query=a', 302, '/en/search?query=a'],
      ['/es/search?query=a', 302, '/en/search?query=a'],
    ] as const) {
      const moved = await server.fetch(path);
      expect([moved.status, moved.headers.get('location')]).toEqual([status, location]);
    }
  });

  it('is an open frame in the release, for hosts that cannot fill it', async () => {
    const { html } = (await openBuiltSite()).page('/en/search');
    expect(tag(html, 'data-fill', 'page')?.attributes.get('data-at-once')).toBe('search-results');
    expect(withoutTemplates(html)).not.toContain('<li class="card">');
    expect(html).toContain('The results on this host need JavaScript.');
  });
});
