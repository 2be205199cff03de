import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createWeb } from '#server/gateways/web/createWeb.ts';
import { pageText } from '#server/gateways/web/web.ts';
import {
  type StrangersSite,
  htmlOnly,
  startStrangersSite,
  webOf,
} from '../../../../setup/strangersSite.ts';

const sites: StrangersSite[] = [];

afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

/** A site without a robots.txt, whose other addresses `answer` answers. */
async function openSite(answer: RequestListener, { secure = false } = {}): Promise<StrangersSite> {
  const site = await startStrangersSite(
    (request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else answer(request, response);
    },
    { secure },
  );
  sites.push(site);
  return site;
}

const html = { 'content-type': 'text/html; charset=utf-8' };

describe('fetching a page', () => {
  it('returns the page with its charset, time and checksum, and keeps it for a while', async () => {
    const body = '<title>Grüße</title>';
    const site = await openSite((_, response) => response.writeHead(200, html).end(body));
    let now = new Date('2027-01-01T12:00:00Z');
    const web = webOf([site], { now: () => now });
    const url = `http://news.example.com:${site.port}/a?b=1`;
    const page = await web.fetchPage(`${url}#part`, htmlOnly);
    expect(page).toEqual({
      kind: 'page',
      url,
      status: 200,
      contentType: 'text/html',
      charset: 'utf-8',
      body: Buffer.from(body),
      fetched: now,
      sha256: createHash('sha256').update(body).digest('hex'),
    });
    expect(page.kind === 'page' && pageText(page)).toBe(body);
    expect(await web.fetchPage(url, htmlOnly)).toBe(page);
    now = new Date('2027-01-01T12:11:00Z');
    expect(await web.fetchPage(url, htmlOnly)).toMatchObject({ kind: 'page', fetched: now });
    expect(site.requests.filter((line) => line.endsWith('/a?b=1'))).toHaveLength(2);
  });

  it('identifies itself, and sends no cookie and no referrer', async () => {
    const seen: unknown[] = [];
    const site = await openSite((request, response) => {
      seen.push(request.headers);
      if (request.url === '/1') {
        response.writeHead(302, { location: '/2', 'set-cookie': 'visitor=1' }).end();
      } else response.writeHead(200, html).end('here');
    });
    const page = await webOf([site]).fetchPage(`http://a.example.com:${site.port}/1`, htmlOnly);
    expect(page).toMatchObject({ kind: 'page', url: `http://a.example.com:${site.port}/2` });
    const headers = {
      host: `a.example.com:${site.port}`,
      'user-agent': 'Dolores/1.0 (+https://dolores.example)',
      accept: 'text/html',
      'accept-encoding': 'gzip, br',
      connection: 'close',
    };
    expect(seen).toEqual([headers, headers]);
  });

  it('checks the certificate against the name, not against the address', async () => {
    const site = await openSite((_, response) => response.writeHead(200, html).end('safe'), {
      secure: true,
    });
    const web = webOf([site]);
    const fetched = (host: string) => web.fetchPage(`https://${host}:${site.port}/`, htmlOnly);
    expect(await fetched('secure.example.com')).toMatchObject({ kind: 'page' });
    expect(await fetched('other.example.com')).toMatchObject({ reason: 'tls' });
    expect(await fetched('127.0.0.1')).toMatchObject({ reason: 'tls' });
  });

  it('reads the charset of the header, of the page or of the byte order mark', async () => {
    const pages: Record<string, [string, Buffer]> = {
      '/header': ['text/html; charset=gb18030', Buffer.from('c4e3bac3', 'hex')],
      '/meta': ['text/html', Buffer.from('<meta charset="shift_jis">\x82\xb1', 'latin1')],
      '/mark': ['text/html; charset=gbk', Buffer.from('\uFEFFgrün')],
      '/odd': ['text/html; charset=klingon-8', Buffer.from('grün')],
    };
    const site = await openSite((request, response) => {
      const [type, body] = pages[request.url ?? ''] ?? ['', Buffer.of()];
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const web = webOf([site]);
    const texts = await Promise.all(
      Object.keys(pages).map(async (path) => {
        const page = await web.fetchPage(`http://127.0.0.1:${site.port}${path}`, htmlOnly);
        return page.kind === 'page' && pageText(page);
      }),
    );
    expect(texts).toEqual(['你好', '<meta charset="shift_jis">こ', 'grün', 'grün']);
  });

  it('refuses other statuses and other types, with the site’s response', async () => {
    const site = await openSite((request, response) => {
      if (request.url === '/gone') response.writeHead(410, html).end('gone');
      else if (request.url === '/busy') response.writeHead(429, { 'retry-after': '30' }).end();
      else if (request.url === '/none') response.writeHead(204).end();
      else response.writeHead(200, { 'content-type': 'image/png' }).end('<p>');
    });
    const web = webOf([site]);
    const fetched = (path: string) =>
      web.fetchPage(`http://127.0.0.1:${site.port}${path}`, htmlOnly);
    expect(await fetched('/gone')).toEqual({ kind: 'refusal', reason: 'status', status: 410 });
    expect(await fetched('/busy')).toMatchObject({ status: 429, retryAfter: 30 });
    expect(await fetched('/none')).toEqual({ kind: 'refusal', reason: 'content_type' });
    expect(await fetched('/picture')).toEqual({ kind: 'refusal', reason: 'content_type' });
  });

  it('tries the next address of a host if the first does not answer', async () => {
    const site = await openSite((_, response) => response.writeHead(200, html).end('here'));
    const addresses = ['127.0.0.2', '127.0.0.1'];
    const web = createWeb({
      publicUrl: 'https://dolores.example',
      testAddresses: addresses.map((address) => ({ address, port: site.port })),
      resolveName: async () => addresses,
    });
    const url = `http://a.example.com:${site.port}/`;
    expect(await web.fetchPage(url, htmlOnly)).toMatchObject({ kind: 'page' });
    await site.close();
    expect(await web.fetchPage(`${url}else`, htmlOnly)).toEqual({
      kind: 'refusal',
      reason: 'unreachable',
    });
    sites.splice(0);
  });

  it('runs two requests to a host at once, and stops waiting with its caller', async () => {
    const open: (() => void)[] = [];
    const site = await openSite((_, response) => {
      open.push(() => response.writeHead(200, html).end('here'));
    });
    const web = webOf([site]);
    const url = (path: number) => `http://127.0.0.1:${site.port}/${path}`;
    const first = [1, 2, 3].map((path) => web.fetchPage(url(path), htmlOnly));
    await expect.poll(() => open.length).toBe(2);
    const caller = new AbortController();
    const waiting = web.fetchPage(url(4), { ...htmlOnly, signal: caller.signal });
    caller.abort();
    expect(await waiting).toEqual({ kind: 'refusal', reason: 'aborted' });
    expect(open).toHaveLength(2);
    for (const answer of open.splice(0)) answer();
    await expect.poll(() => open.length).toBe(1);
    open[0]?.();
    expect((await Promise.all(first)).map(({ kind }) => kind)).toEqual(['page', 'page', 'page']);
    expect(site.requests.some((line) => line.endsWith('/4'))).toBe(false);
  });
});
