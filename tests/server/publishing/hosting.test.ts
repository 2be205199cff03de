import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportSite } from '#server/services/publishing/export/exportSite.ts';
import { rollBack } from '#server/services/publishing/rollback.ts';
import type { Manifest } from '#release/manifest.ts';
import { announceTooMuch, askWithSecrets, secrets } from '../../setup/loggedSecrets.ts';
import { openOperatorShell } from '../../setup/operatorProcess.ts';
import { comparedHeaders, hostedFiles } from '../../setup/hostedFiles.ts';
import { release, writeFolder } from '../../setup/renderedSite.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import {
  type WebServer,
  type WebServerName,
  isThere,
  rawGet,
  startUpstream,
  startWebServer,
} from '../../setup/webServers.ts';

let server: TestServer;
let folder: string;
let made: Manifest;

beforeAll(async () => {
  server = await startTestServer({ environment: { TRUSTED_PROXIES: '1' } });
  folder = await mkdtemp(join(tmpdir(), 'dolores-export-'));
  // Web servers may run as another user.
  await chmod(folder, 0o755);
  made = await publish('one');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function publish(edition: string): Promise<Manifest> {
  const rendered = await writeFolder(hostedFiles(edition));
  const published = await release(server.platform.config.dataDir, rendered, ['gone']);
  await rm(rendered, { recursive: true });
  await exportSite({ config: server.platform.config, target: folder, progress: () => undefined });
  return published.release;
}

describe.each<WebServerName>(['nginx', 'caddy'])('%s', (name) => {
  if (!isThere(name)) {
    it.skip(`is not installed here: docs/hosting was not tested with ${name}`, () => undefined);
    return;
  }
  let web: WebServer;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${web.url}${path}`, { redirect: 'manual', headers });

  beforeAll(async () => {
    web = await startWebServer(name, { folder, server: server.url });
  });

  afterAll(() => web.close());

  it('answers every path of the release as our server does', async () => {
    const paths = Object.keys(made.files);
    const seen: unknown[] = [];
    const expected: unknown[] = [];
    for (const path of paths.filter((one) => one !== '/')) {
      for (const [list, answer] of [
        [expected, await server.fetch(path)],
        [seen, await get(path)],
      ] as const) {
        const headers = comparedHeaders.map((header) => answer.headers.get(header));
        list.push([path, answer.status, await answer.text(), headers]);
      }
    }
    expect(seen).toEqual(expected);
    expect(paths.length).toBeGreaterThan(80);
  });

  it.each([
    '/en',
    '/en/chat/g/x',
    '/en/pay/new?product=credit_500&currency=USD',
    '/en/orders/1/receipt',
    '/en/gpts/gpt-4-all',
    '/robots.txt',
    '/policy.html',
  ])('answers %s itself, precompressed, and revalidates it', async (path) => {
    const plain = await get(path, { 'accept-encoding': 'identity' });
    // Ours sends no age of files.
    expect(plain.headers.has('last-modified')).toBe(true);
    const text = await plain.text();
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await rawGet(`${web.url}${path}`, encoding);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toContain('Accept-Encoding');
      expect(unpack(body).toString()).toBe(text);
    }
    const etag = plain.headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag, 'accept-encoding': 'identity' })).status).toBe(
      304,
    );
  });

  it.each([
    '/',
    '/pricing?a=1',
    '/es/pricing',
    '/zh-TW/pricing',
    '/en/',
    '/en/pricing/',
    '/g/gpt-4-all',
    '/en/ranking',
    '/en/gpts',
    '/nextchat/',
    '/de/nextchat',
    '/policy.html/',
    '/en/openai/chat/gpt-4o',
    '/en/chat/openai/dall-e-3?text=a',
    '/en/chat/openai/gpt-4o/c/1',
    '/en/chat/',
    '//en/pricing',
    '/en//pricing?a=1',
    '/en//chat/g/x',
    '/en/pricing//',
    '/en%2Fpricing',
    '/en/%2Fpricing',
    '/en/chat/a%5Cb',
    '/.env',
    '/en/pay/1/failed/',
    '/de/orders/1',
    '/pay/new?product=credit_500&currency=USD',
    '/en/nothing',
    '/de/gpts/gone',
    '/missing.png',
    '/_astro/missing.js',
    '/_host/tree/a',
    '/_host/language.html',
    '/en.html',
    '/en.html.br',
    '/robots.txt.gz',
    '/en/search?q=x',
    '/s/unknown',
    '/de/s/unknown?x=1',
    '/en/gpts/a%2Fb~',
    '/en/gpts/a%2Fnothing',
    '/api/nothing',
    '/healthz',
  ])('redirects %s like our server', async (path) => {
    const headers = { 'accept-language': 'ja', cookie: 'lang=ko' };
    const [ours, theirs] = [await server.fetch(path, { headers }), await get(path, headers)];
    const summary = (answer: Response) => [answer.status, answer.headers.get('location')];
    expect(summary(theirs)).toEqual(summary(ours));
    expect(theirs.headers.get('content-security-policy')).toBe(
      ours.headers.get('content-security-policy'),
    );
    expect(await theirs.text()).toContain((await ours.text()).slice(0, 30));
  });

  it.each(['OPTIONS', 'POST', 'DELETE'])('answers %s as our server does', async (method) => {
    for (const path of ['/en', '/en/chat/g/x', '/robots.txt', '/policy.html', '/en/410']) {
      const summary = ({ status, headers }: Response) => [path, status, headers.get('allow')];
      const theirs = await fetch(`${web.url}${path}`, { method });
      expect(summary(theirs)).toEqual(summary(await server.fetch(path, { method })));
    }
  });

  it('sends brotli to clients that accept any encoding, as our server does', async () => {
    for (const path of ['/en', '/en/chat/g/x', '/robots.txt', '/policy.html']) {
      for (const accepted of ['*', 'gzip;q=0.5, *', '*;q=0', 'identity, *;q=0.1', 'gzip']) {
        const [ours, theirs] = await Promise.all([
          rawGet(`${server.url}${path}`, accepted),
          rawGet(`${web.url}${path}`, accepted),
        ]);
        const summary = ({ headers }: typeof ours) => [path, accepted, headers['content-encoding']];
        expect(summary(theirs)).toEqual(summary(ours));
      }
    }
  });

  it('passes calls on with the visitor’s address last, and answers while they arrive', async () => {
    const upstream = await startUpstream();
    const front = await startWebServer(name, { folder, server: upstream.url });
    try {
      const headers = { 'x-forwarded-for': '6.6.6.6' };
      const reply = await fetch(`${front.url}/api/chat`, { headers, method: 'POST', body: 'x' });
      expect((await reply.text()).split(', ').at(-1)).toBe('127.0.0.1');
      const streamed = await fetch(`${front.url}/api/stream`);
      const reader = streamed.body?.getReader();
      const read = async () => new TextDecoder().decode((await reader?.read())?.value);
      expect(await read()).toBe('first');
      upstream.goOn();
      expect(await read()).toBe('second');
    } finally {
      await front.close();
      await upstream.close();
    }
  });

  it('has no address, no code and no query in its logs, even when the server is away', async () => {
    const away = await startWebServer(name, { folder, server: 'http://127.0.0.1:9' });
    try {
      for (const one of [web, away]) {
        const statuses = await askWithSecrets(one.url);
        expect(statuses.includes(502)).toBe(one === away);
        // Caddy has no such limit.
        if (name === 'nginx') expect(await announceTooMuch(one.url)).toBe(413);
        await expect.poll(() => one.logs()).toMatch(/\/api\/login\/email[^]*\/login[^]*\/en\b/);
        expect(await one.logs()).not.toMatch(secrets);
      }
    } finally {
      await away.close();
    }
  });

  it('chooses the language, redirects old addresses and refuses the rest on a host without our server', async () => {
    const alone = await startWebServer(name, {
      folder,
      server: 'http://127.0.0.1:9',
      isAlone: true,
    });
    try {
      const seen = async (path: string) => {
        const answer = await fetch(`${alone.url}${path}`);
        const title = /<title>([^<]*)/.exec(await answer.text())?.[1] ?? '';
        return `${answer.status} ${title}`;
      };
      expect(await seen('/')).toBe('200 Dolores');
      expect(await seen('/es/pricing?a=1')).toBe('200 Dolores');
      for (const path of ['/en/g/x', '/de/ranking', '/en/gpts/', '/claude/chat', '/nextchat/']) {
        expect(await seen(path)).toBe('200 Dolores');
      }
      expect(await seen('/ja/nextchat')).toBe('200 hash routes');
      expect(await seen('/en/pricing')).toBe('200 pricing en');
      expect(await seen('/en/search')).toBe('200 search');
      expect(await seen('/ja/nothing')).toBe('404 404 ja');
      expect(await seen('/ja/gpts/gone')).toBe('410 410 ja');
      expect(await seen('/ja/chat/openai/dall-e-3')).toBe('200 chat ja');
      expect(await seen('/nothing.png')).toBe('404 404 en');
      const post = await fetch(`${alone.url}/de/blog/choosing-a-model?a=1`, { redirect: 'manual' });
      expect([
        post.status,
        new URL(post.headers.get('location') ?? '', alone.url).pathname,
      ]).toEqual([301, '/de/help/choosing-a-model']);
      const page = await fetch(`${alone.url}/`);
      const script = /<script>([^]*)<\/script>/.exec(await page.text())?.[1] ?? '';
      const hash = createHash('sha256').update(script).digest('base64');
      expect(page.headers.get('content-security-policy')).toContain(hash);
    } finally {
      await alone.close();
    }
  });

  it('asks the server for pages whose policy it does not have yet, until it is reloaded', async () => {
    const edition = `new-${name}`;
    const alone = await startWebServer(name, {
      folder,
      server: 'http://127.0.0.1:9',
      isAlone: true,
    });
    const old = await (await get('/en')).text();
    await publish(edition);
    const own = await fetch(`${alone.url}/en`);
    expect(await own.text()).toContain(`data-edition="${edition}"`);
    await alone.close();
    const asset = /\/_astro\/[^"]+/.exec(old)?.[0] ?? '';
    expect((await get(asset)).status).toBe(200);
    const policies: (string | null)[] = [];
    for (const isReloaded of [false, true]) {
      if (isReloaded) await web.reload();
      const page = () => get('/en');
      await expect.poll(async () => (await page()).headers.has('last-modified')).toBe(isReloaded);
      await expect.poll(async () => (await page()).text()).toContain(`data-edition="${edition}"`);
      policies.push((await page()).headers.get('content-security-policy'));
    }
    const ours = (await server.fetch('/en')).headers.get('content-security-policy');
    expect(policies).toEqual([ours, ours]);
  });
});

describe('the exported tree', () => {
  it('follows a rollback, and the operator’s command', async () => {
    const { config } = server.platform;
    const shell = await openOperatorShell(server.database.url, config.dataDir);
    await publish('newest');
    const page = () => readFile(join(folder, 'current/en.html'), 'utf8');
    expect(await page()).toContain('data-edition="newest"');
    await rollBack({ ...server.platform, config: { ...config, exportTo: folder } }, undefined);
    expect(await page()).not.toContain('data-edition="newest"');
    const run = await shell.run('site', 'export', folder, '--full', '--json');
    await shell.close();
    expect(JSON.parse(run.out)).toMatchObject({ target: folder, kind: 'exported' });
    expect(run.err).toMatch(/Exported to .*: \d+ pages and \d+ other files written, /);
  });
});
