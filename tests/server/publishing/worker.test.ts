import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTo, publishFiles } from '../../setup/exporting.ts';
import { siteFiles } from '../../setup/renderedSite.ts';
import { type S3Server, type StoredObject, startS3Server } from '../../setup/s3Server.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

type Worker = { fetch(request: Request, env: object): Promise<Response> };

let server: TestServer;
let s3: S3Server;
let worker: Worker;

beforeAll(async () => {
  server = await startTestServer({ environment: { TRUSTED_PROXIES: '1' } });
  s3 = await startS3Server();
  const { dataDir } = server.platform.config;
  const more = {
    'sitemap.xml': '<urlset/>',
    'nextchat.html': '<title>hash routes</title>',
    'en/chat.html': '<title>chat en</title><link rel="modulepreload" href="/_astro/app.one.js">',
  };
  await publishFiles(dataDir, { ...siteFiles('one'), ...more }, ['gone']);
  await exportTo(dataDir, 's3://bucket', s3);
  const file = new URL('../../../docs/hosting/cloudflare-worker.js', import.meta.url);
  worker = ((await import(file.href)) as { default: Worker }).default;
});

afterAll(async () => {
  await s3.close();
  await server.close();
});

/** As much of R2 as the worker needs, with the objects that the export put into the bucket. */
const bucket = {
  head: async (key: string) => s3.objects.get(`bucket/${key}`) ?? null,
  get: async (key: string, { onlyIf }: { onlyIf?: Headers } = {}) => {
    const object = s3.objects.get(`bucket/${key}`);
    if (object === undefined) return null;
    const httpEtag = `"${object.body.length}"`;
    return {
      httpEtag,
      customMetadata: metadataOf(object),
      writeHttpMetadata: (headers: Headers) => {
        for (const name of ['content-type', 'cache-control']) {
          const value = object.headers[name];
          if (value !== undefined) headers.set(name, value);
        }
      },
      ...(onlyIf?.get('if-none-match') === httpEtag ? {} : { body: new Uint8Array(object.body) }),
    };
  },
};

function metadataOf({ headers }: StoredObject): Record<string, string> {
  const start = 'x-amz-meta-';
  const entries = Object.entries(headers).filter(([name]) => name.startsWith(start));
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(start.length), value]));
}

function ask(path: string, { server: SERVER, ...init }: RequestInit & { server?: string } = {}) {
  return worker.fetch(new Request(`https://dolores.example${path}`, init), {
    SITE: bucket,
    SERVER,
  });
}

async function describeResponse(answer: Response) {
  const headers = ['content-type', 'cache-control', 'content-security-policy', 'location', 'link'];
  const text = (await answer.text()).replace(/"request_id":"[^"]*"/, '');
  return [answer.status, text, headers.map((name) => answer.headers.get(name))];
}

describe('the worker for Cloudflare', () => {
  it.each([
    '/en',
    '/en/gpts/a%2Fb~',
    '/de/categories/%E5%86%99%E4%BD%9C',
    '/_astro/app.one.js',
    '/sitemap.xml',
    '/avatar.png',
    '/policy.html',
    '/en/chat/g/x',
    '/en/chat/openai/dall-e-3',
    '/en/pay/new?product=credit_500&currency=USD',
    '/en/pay/1/success',
    '/en/orders',
    '/en/orders/1/receipt',
    '/de/gpts/gone',
    '/de/nothing',
    '/es/pricing?a=1',
    '/',
    '/en/',
    '/en/404',
    '/en/410',
    '//en/pricing',
    '/en//pricing?a=1',
    '/en/chat//x',
    '/en/chat/a%5Cb',
    '/en%2Fpricing',
    '/_host/language',
    '/%zz',
    '/api/nothing',
    '/g/x',
    '/g/',
    '/cn/pricing',
    '/en/ranking',
    '/en/gpts/',
    '/openai/chat',
    '/nextchat/?a=1',
    '/de/nextchat',
    '/policy.html/',
  ])('answers %s as our server does', async (path) => {
    const theirs = await ask(path, { server: server.url });
    expect(await describeResponse(theirs)).toEqual(
      await describeResponse(await server.fetch(path, { headers: { origin: '' } })),
    );
  });

  it('revalidates a page, and passes requests on', async () => {
    const etag = (await ask('/en')).headers.get('etag') ?? '';
    expect((await ask('/en', { headers: { 'if-none-match': etag } })).status).toBe(304);
    const sent = await ask('/api/logout', { method: 'POST', body: '{}', server: server.url });
    expect(sent.headers.has('x-request-id')).toBe(true);
  });

  it.each([
    ['/', 200, 'noindex'],
    ['/es/pricing', 200, 'noindex'],
    ['/en/g/x', 200, 'noindex'],
    ['/en/pricing/', 200, 'noindex'],
    ['/en/ranking', 200, 'noindex'],
    ['/de/claude/chat', 200, 'noindex'],
    ['/policy.html/', 200, 'noindex'],
    ['/ja/nextchat', 200, 'hash routes'],
    ['/ja/nothing', 404, '404 ja'],
    ['/ja/gpts/gone', 410, '410 ja'],
    ['/ja/410', 410, '410 ja'],
    ['/ja//pricing', 404, 'Not found'],
    ['/ja/chat/openai/dall-e-3', 200, 'chat ja'],
    ['/nothing.png', 404, '404 en'],
    ['/%zz', 404, 'Not found'],
  ])('answers %s with %d itself', async (path, status, text) => {
    const answer = await ask(path);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)]);
  });
});
