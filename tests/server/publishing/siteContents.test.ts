import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SiteServer, startSiteServer } from '../../setup/siteServer.ts';

let site: SiteServer;

const get: SiteServer['get'] = (...request) => site.get(...request);

beforeAll(async () => {
  site = await startSiteServer();
});

afterAll(() => site.close());

describe('the contents of a release', () => {
  it('serve every path of the chat area from its one page', async () => {
    for (const path of ['/de/chat', '/de/chat/gpts', '/de/chat/g/x/c/1', '/de/chat/settings']) {
      expect((await get(path)).body.toString()).toContain('<title>chat de</title>');
    }
  });

  it.each([
    ['pay', '/de/pay'],
    ['pay', '/de/pay/new?product=pro_month&currency=CNY'],
    ['pay', '/de/pay/1/success'],
    ['orders', '/de/orders'],
    ['orders', '/de/orders/1/receipt'],
  ])('serve the page %s at %s', async (page, path) => {
    const { status, body } = await get(path);
    expect([status, body.toString()]).toEqual([200, expect.stringContaining(`<title>${page} de`)]);
  });

  it('serve files and folders under their address without extension', async () => {
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
  ])('answer Accept-Encoding %o with %s', async (accepted, encoding, decode) => {
    const plain = (await get('/en')).body;
    const { headers, body } = await get('/en', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(headers['content-length']).toBe(String(body.length));
    expect(decode(body).equals(plain)).toBe(true);
  });

  it('have an icon at /favicon.ico', async () => {
    const { status, headers, body } = await get('/favicon.ico');
    expect([status, headers['content-type']]).toEqual([200, 'image/x-icon']);
    expect(headers['cache-control']).toMatch(/^public, max-age=\d{4,}/);
    // Its directory: its kind, and the widths of its pictures, the last of which is a PNG of that size.
    expect([...body.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
    expect([body[6], body[22], body[38]]).toEqual([16, 32, 48]);
    const last = body.subarray(body.readUInt32LE(6 + 2 * 16 + 12));
    expect(last.toString('latin1', 1, 4)).toBe('PNG');
    expect(last.readUInt32BE(16)).toBe(48);
    expect(body.length).toBeLessThan(6_000);
  });

  it('are not compressed if they are pictures', async () => {
    const { headers } = await get('/avatar.png', { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, undefined]);
  });

  it('have a strong ETag for each encoding and answer 304 for a known one', async () => {
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

  it('answer HEAD like GET without a body', async () => {
    const [head, full] = [await get('/en', {}, 'HEAD'), await get('/en')];
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-length', 'content-type', 'content-security-policy']) {
      expect(head.headers[name]).toBe(full.headers[name]);
    }
    expect((await get('/en/nothing', {}, 'HEAD')).status).toBe(404);
  });

  it('let hashed assets be cached for ever and pages be revalidated', async () => {
    const asset = await get('/_astro/app.one.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/en')).headers['cache-control']).toBe('no-cache');
  });

  it('allow exactly the inline code of the page', async () => {
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

  it('have the security headers on every answer', async () => {
    for (const path of ['/', '/en', '/en/nothing', '/%', '/_astro/x.js', '/avatar.png']) {
      const { headers } = await get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': path === '/avatar.png' ? 'cross-origin' : 'same-origin',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });
});
