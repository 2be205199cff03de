import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { rm } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { release, siteFiles, writeFolder } from '../setup/renderedSite.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';

type Answer = { status: number; headers: Record<string, string | undefined>; body: Buffer };

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await writeFolder(siteFiles('one'));
  await release(server.platform.config.dataDir, folder, ['gone-gpt', 'gone/gpt']);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends the path exactly as it is written; `fetch` would tidy it up. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const answered = response.headers as Record<string, string | undefined>;
        resolve({
          status: response.statusCode ?? 0,
          headers: answered,
          body: Buffer.concat(chunks),
        });
      });
    });
    call.on('error', reject);
    call.end();
  });
}

describe('language redirects', () => {
  it.each([
    ['/', {}, '/en'],
    ['/', { cookie: 'lang=ja' }, '/ja'],
    ['/', { cookie: 'lang=es', 'accept-language': 'fr-CH, de;q=0.9' }, '/fr'],
    ['/', { cookie: 'a=b; lang=zh_TW', 'accept-language': 'de' }, '/zh_TW'],
    ['/', { 'accept-language': 'es, zh-Hant-HK;q=0.8, en;q=0.1' }, '/zh_TW'],
    ['/?utm_source=x&y=%20', {}, '/en?utm_source=x&y=%20'],
    ['/pricing', { 'accept-language': 'de' }, '/de/pricing'],
    ['/pricing/', {}, '/en/pricing'],
    ['/login?redirect=%2Fen%2Fchat', { cookie: 'lang=ko' }, '/ko/login?redirect=%2Fen%2Fchat'],
    ['/es/pricing', { cookie: 'lang=vi' }, '/vi/pricing'],
    ['/es', {}, '/en'],
    ['/pt-BR/gpts/gpt-4-all', {}, '/en/gpts/gpt-4-all'],
    ['/zh-TW', { cookie: 'lang=de' }, '/zh_TW'],
    ['/EN/pricing?a=1', { cookie: 'lang=de' }, '/en/pricing?a=1'],
    ['/zh-hans/pricing', {}, '/zh/pricing'],
    ['/gpts/not-in-the-release', {}, '/en/gpts/not-in-the-release'],
    ['/gpts/gone-gpt', {}, '/en/gpts/gone-gpt'],
    ['/gpts/a%2Fb~', {}, '/en/gpts/a%2Fb~'],
    ['/categories/%E5%86%99%E4%BD%9C', {}, '/en/categories/%E5%86%99%E4%BD%9C'],
    ['/tags', {}, '/en/tags'],
    ['/chat', {}, '/en/chat'],
    ['/chat/openai/gpt-3.5-turbo', {}, '/en/chat/openai/gpt-3.5-turbo'],
    ['/chat/openai/dall-e-3', {}, '/en/chat/art/dall-e-3'],
    ['/g', {}, '/en/chat/g/gpt-4-all'],
    ['/g/some%20gpt', { cookie: 'lang=fr' }, '/fr/chat/g/some%20gpt'],
    ['/openai/chat/gpt-4o-mini', {}, '/en/chat/openai/gpt-4o-mini'],
    ['/claude/chat/claude-3-opus?x=1', {}, '/en/chat/claude/claude-3-opus?x=1'],
    ['/openai/chat/dall-e-3', {}, '/en/chat/art/dall-e-3'],
  ])('leads %s with %o to %s', async (path, headers, location) => {
    const answer = await get(path, headers);
    expect([answer.status, answer.headers['location']]).toEqual([302, location]);
    expect(answer.headers['vary']).toBe('Cookie, Accept-Language');
  });

  it('keep the choice in the cookie', async () => {
    const { headers } = await get('/pricing?a=/de', { 'accept-language': 'fr' });
    expect(String(headers['set-cookie'])).toMatch(/^lang=fr; Path=\/;/);
    expect((await get('/', {})).headers['set-cookie']).toBeDefined();
  });

  it.each([
    ['/en/pricing/', '/en/pricing'],
    ['/de/chat/openai/dall-e-3?text=a', '/de/chat/art/dall-e-3?text=a'],
    ['/de/chat/openai/dall-e-3/c/12', '/de/chat/art/dall-e-3/c/12'],
    ['/de/g/abc', '/de/chat/g/abc'],
  ])('leads %s to %s in the same language', async (path, location) => {
    const answer = await get(path, { cookie: 'lang=fr' });
    expect([answer.status, answer.headers['location']]).toEqual([302, location]);
    expect(answer.headers['vary']).toBeUndefined();
  });

  it.each(['/en', '/zh_TW/pricing', '/de/chat/openai/gpt-4o-mini', '/policy.html', '/robots.txt'])(
    'serves %s in whatever language the visitor prefers',
    async (path) => {
      const answer = await get(path, { cookie: 'lang=ja', 'accept-language': 'vi' });
      expect(answer.status).toBe(200);
    },
  );

  it.each([
    '//evil.example',
    '//evil.example/pricing',
    '/\\evil.example',
    '/%5Cevil.example',
    '/%2F%2Fevil.example',
    '/%2fevil.example/',
    '/en//evil.example/',
    '/g//evil.example',
    '/g/%2F%2Fevil.example',
    '/es//evil.example',
    '/ES/%5C%5Cevil.example',
    '/./evil.example/',
    '/%09/evil.example',
    '/en/%0d%0aset-cookie:x',
    '/openai/chat/%2F%2Fevil.example',
    '/https://evil.example',
    '/pricing?next=//evil.example',
    'http://evil.example/pricing',
    'http://evil.example//evil.example',
  ])('never leads %s to another origin', async (path) => {
    const { status, headers } = await get(path);
    expect([302, 400, 404]).toContain(status);
    if (status === 302) {
      const target = new URL(headers['location'] ?? '', 'https://dolores.example/');
      expect(target.origin).toBe('https://dolores.example');
      expect(headers['location']).toMatch(/^\/(en|zh|de)(\/(?![/\\])|$)/);
    }
  });
});

describe('what is not there', () => {
  it.each([
    ['/en/nothing', 'en'],
    ['/zh_TW/gpts/unknown', 'zh_TW'],
    ['/de/chats', 'de'],
    ['/en/%2fpricing', 'en'],
    ['/en/constructor', 'en'],
  ])('answers %s with the 404 page in %s', async (path, language) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).toContain(`<title>404 ${language}</title>`);
    expect(answer.headers['content-security-policy']).toContain('sha256-');
  });

  it('answers a missing file in the language of the visitor, without leading anywhere', async () => {
    const answer = await get('/wp-login.php', { 'accept-language': 'fr', 'accept-encoding': 'br' });
    expect(answer.status).toBe(404);
    expect(brotliDecompressSync(answer.body).toString()).toContain('<title>404 fr</title>');
    expect(answer.headers['vary']).toBe('Accept-Encoding, Cookie, Accept-Language');
  });

  it('answers a missing asset shortly', async () => {
    const answer = await get('/_astro/nothing.js');
    expect(answer.status).toBe(404);
    expect(answer.body.length).toBeLessThan(400);
  });

  it('answers a removed GPT with 410 in every language', async () => {
    const answer = await get('/ja/gpts/gone-gpt');
    expect(answer.status).toBe(410);
    expect(answer.body.toString()).toContain('<title>410 ja</title>');
    expect((await get('/en/gpts/gone%2Fgpt')).status).toBe(410);
  });

  it.each(['/%', '/en/%E0%A4%A', '/en/gpts/%ff', '/%c0%ae%c0%ae/'])(
    'answers the malformed address %s with 400',
    async (path) => {
      expect((await get(path)).status).toBe(400);
    },
  );

  it('refuses to be written to', async () => {
    expect((await get('/en', {}, 'POST')).status).toBe(404);
  });
});

describe('contents', () => {
  it('serves every path of the chat area from its one page', async () => {
    for (const path of ['/de/chat', '/de/chat/gpts', '/de/chat/g/x/c/1', '/de/chat/settings']) {
      expect((await get(path)).body.toString()).toContain('<title>chat de</title>');
    }
  });

  it('serves files and folders under their address without extension', async () => {
    expect((await get('/en/categories/%E5%86%99%E4%BD%9C')).body.toString()).toContain(
      'category en',
    );
    expect((await get('/en/gpts/a%2Fb~')).body.toString()).toContain('slash en');
    expect((await get('/en/gpts/a/b~')).status).toBe(404);
    expect((await get('/en.html')).status).toBe(404);
    expect((await get('/policy.html')).status).toBe(200);
    expect((await get('/avatar.png')).headers['content-type']).toBe('image/png');
  });

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0.5', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['deflate', undefined, (body: Buffer) => body],
    ['', undefined, (body: Buffer) => body],
  ])('answers Accept-Encoding %o with %s', async (accepted, encoding, decode) => {
    const plain = (await get('/en')).body;
    const { headers, body } = await get('/en', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(headers['content-length']).toBe(String(body.length));
    expect(decode(body).equals(plain)).toBe(true);
  });

  it('does not compress pictures', async () => {
    const { headers } = await get('/avatar.png', { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, undefined]);
  });

  it('has a strong ETag for each encoding and answers 304 for a known one', async () => {
    const plain = await get('/en');
    const brotli = await get('/en', { 'accept-encoding': 'br' });
    expect(plain.headers['etag']).toMatch(/^"[\w-]+"$/);
    expect(plain.headers['etag']).not.toBe(brotli.headers['etag']);
    const known = `"other", W/${brotli.headers['etag']}`;
    const again = await get('/en', { 'accept-encoding': 'br', 'if-none-match': known });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers['etag']).toBe(brotli.headers['etag']);
    expect(again.headers['cache-control']).toBe('no-cache');
    const other = await get('/en', { 'if-none-match': known });
    expect(other.status).toBe(200);
  });

  it('answers HEAD like GET without a body', async () => {
    const [head, full] = [await get('/en', {}, 'HEAD'), await get('/en')];
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-length', 'content-type', 'content-security-policy']) {
      expect(head.headers[name]).toBe(full.headers[name]);
    }
    expect((await get('/en/nothing', {}, 'HEAD')).status).toBe(404);
  });

  it('lets hashed assets be kept for ever and pages be revalidated', async () => {
    const asset = await get('/_astro/app.one.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/en')).headers['cache-control']).toBe('no-cache');
  });

  it('allows exactly the inline code of the page', async () => {
    const { headers, body } = await get('/en');
    const policy = headers['content-security-policy'] ?? '';
    const hash = (pattern: RegExp) =>
      `'sha256-${createHash('sha256')
        .update(pattern.exec(body.toString())?.[1] ?? '')
        .digest('base64')}'`;
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
    expect(scripts).toBe(`'self' ${hash(/<script>(.*?)<\/script>/)}`);
    expect(policy).toContain(hash(/<style>(.*?)<\/style>/));
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).not.toMatch(/unsafe/);
  });

  it('puts the security headers on every answer', async () => {
    for (const path of ['/', '/en', '/en/nothing', '/%', '/_astro/x.js', '/avatar.png']) {
      const { headers } = await get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });
});
