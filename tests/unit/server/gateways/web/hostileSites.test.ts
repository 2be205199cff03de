import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { PageOptions } from '#server/gateways/web/web.ts';
import { privateHosts } from '../../../../setup/privateAddresses.ts';
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

/** Fetches `/` of a site that answers in this way. */
async function fetchFrom(
  answer: RequestListener,
  options: Partial<PageOptions> = {},
  firstByteSeconds?: number,
) {
  const site = await openSite(answer);
  const web = webOf([site], firstByteSeconds === undefined ? {} : { firstByteSeconds });
  return web.fetchPage(`http://127.0.0.1:${site.port}/`, { ...htmlOnly, ...options });
}

const html = { 'content-type': 'text/html' };
const refusal = (reason: string) => ({ kind: 'refusal', reason });

describe('names that lead to private addresses', () => {
  const answers: readonly (readonly string[])[] = [
    ['10.0.0.1'],
    ['93.184.216.34', '10.0.0.1'],
    ['93.184.216.34', '2606:4700::1111', 'fe80::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    ['fe80::1%eth0'],
    ['not an address'],
    ['127.0.0.2'],
  ];

  it.for(answers)('refuses %s', async (...addresses) => {
    const site = await openSite((_, response) => response.writeHead(200, html).end('inside'));
    const web = webOf([site], { resolveName: async () => addresses.flat().filter(isText) });
    for (const port of ['', `:${site.port}`]) {
      const fetched = await web.fetchPage(`http://a.example.com${port}/`, htmlOnly);
      expect(fetched).toEqual(refusal('private_address'));
    }
    expect(site.requests).toEqual([]);
  });

  it('refuses a public address at a port for tests', async () => {
    const web = webOf([{ port: 8_080 }], { resolveName: async () => ['93.184.216.34'] });
    const fetched = await web.fetchPage('http://a.example.com:8080/', htmlOnly);
    expect(fetched).toEqual(refusal('private_address'));
  });

  it('refuses a name without an address, and one that DNS cannot resolve', async () => {
    const none = webOf([], { resolveName: async () => [] });
    expect(await none.fetchPage('http://a.example.com/', htmlOnly)).toEqual(
      refusal('unknown_host'),
    );
    const broken = webOf([], { resolveName: () => Promise.reject(new Error('SERVFAIL')) });
    expect(await broken.fetchPage('http://a.example.com/', htmlOnly)).toEqual(
      refusal('unknown_host'),
    );
    const silent = webOf([], { resolveName: () => new Promise(() => undefined) });
    expect(
      await silent.fetchPage('http://a.example.com/', { ...htmlOnly, timeoutSeconds: 0.2 }),
    ).toEqual(refusal('timeout'));
  });

  it('connects to the address that was checked when DNS changes in between', async () => {
    const site = await openSite((_, response) => response.writeHead(200, html).end('here'));
    let asked = 0;
    const resolveName = async () => {
      asked += 1;
      return asked <= 2 ? ['127.0.0.1'] : ['169.254.169.254'];
    };
    const web = webOf([site], { resolveName });
    // One look-up for the page, one for robots.txt: none when a connection is opened.
    const url = `http://a.example.com:${site.port}`;
    expect(await web.fetchPage(`${url}/`, htmlOnly)).toMatchObject({ kind: 'page' });
    expect(asked).toBe(2);
    expect(await web.fetchPage(`${url}/2`, htmlOnly)).toEqual(refusal('private_address'));
    expect(site.requests).toHaveLength(2);
  });
});

const isText = (value: unknown): value is string => typeof value === 'string';

describe('redirects', () => {
  const targets = [
    ...privateHosts.map((host) => `http://${host}/`),
    ...privateHosts.slice(0, 10).map((host) => `//${host}/`),
    'file:///etc/passwd',
    'ftp://a.example.com/',
    'gopher://a.example.com/',
    'data:text/html,inside',
    'javascript:alert(1)',
    'http://user:secret@a.example.com/',
    'http://a.example.com:22/',
    `/${'a'.repeat(3_000)}`,
  ];

  it('to private addresses and other schemes are refused', async () => {
    const site = await openSite((request, response) => {
      const index = Number(request.url?.slice(1));
      // As bytes, as servers write them.
      const location = Buffer.from(targets[index]?.replaceAll(/[\t\n]/g, '') ?? '/').toString(
        'latin1',
      );
      response.writeHead(302, { location }).end();
    });
    const web = webOf([site], { resolveName: () => Promise.reject(new Error('Looked up')) });
    const outcomes: string[] = [];
    for (const [index, target] of targets.entries()) {
      const fetched = await web.fetchPage(`http://127.0.0.1:${site.port}/${index}`, htmlOnly);
      const reason = fetched.kind === 'refusal' ? fetched.reason : 'fetched';
      if (!/^(private|bad)_address$/.test(reason)) outcomes.push(`${target}: ${reason}`);
    }
    expect(outcomes).toEqual([]);
  });

  it('are followed five times', async () => {
    const site = await openSite((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.writeHead(200, html).end('here');
      else response.writeHead(307, { location: String(left - 1) }).end();
    });
    const web = webOf([site]);
    const fetched = (path: string) =>
      web.fetchPage(`http://127.0.0.1:${site.port}${path}`, htmlOnly);
    expect(await fetched('/5')).toMatchObject({ kind: 'page' });
    expect(await fetched('/6')).toEqual(refusal('redirect'));
  });

  it('are refused without a target, to http from https, and to hosts that the caller does not allow', async () => {
    const plain = await openSite((_, response) => response.writeHead(200, html).end('here'));
    const site = await openSite(
      (request, response) => {
        const { port } = request.url === '/http' ? plain : { port: 0 };
        const location = { location: `http://secure.example.com:${port}/` };
        const elsewhere = { location: 'https://b.example.com/' };
        if (request.url === '/none') response.writeHead(302).end();
        else response.writeHead(302, request.url === '/http' ? location : elsewhere).end();
      },
      { secure: true },
    );
    const web = webOf([plain, site]);
    const options = { ...htmlOnly, allowedHosts: ['secure.example.com'] };
    const fetched = (path: string) =>
      web.fetchPage(`https://secure.example.com:${site.port}${path}`, options);
    expect(await fetched('/none')).toEqual(refusal('redirect'));
    expect(await fetched('/http')).toEqual(refusal('redirect'));
    expect(await fetched('/else')).toEqual(refusal('host_not_allowed'));
    expect(plain.requests).toEqual([]);
    expect(await web.fetchPage('https://b.example.com/', options)).toEqual(
      refusal('host_not_allowed'),
    );
  });

  it('do not return a cached page to a caller that may not request its host', async () => {
    const site = await openSite((request, response) => {
      if (request.headers.host?.startsWith('b.')) response.writeHead(200, html).end('here');
      else response.writeHead(302, { location: `http://b.example.com:${site.port}/` }).end();
    });
    const web = webOf([site]);
    const url = `http://a.example.com:${site.port}/`;
    expect(await web.fetchPage(url, htmlOnly)).toMatchObject({ kind: 'page' });
    expect(await web.fetchPage(url, { ...htmlOnly, allowedHosts: ['a.example.com'] })).toEqual(
      refusal('host_not_allowed'),
    );
  });
});

describe('bodies', () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  const brotliBomb = brotliCompressSync(Buffer.alloc(20_000_000));
  const emptyMember = gzipSync(Buffer.of());

  const tooLarge: Record<string, RequestListener> = {
    'declared as huge': (_, response) =>
      response.writeHead(200, { ...html, 'content-length': '3000000' }).write('<p>'),
    huge: (_, response) => response.writeHead(200, html).end(Buffer.alloc(2_100_000, 'a')),
    endless: (_, response) =>
      writeForever(response.writeHead(200, html), Buffer.alloc(65_536, 'a')),
    'a gzip bomb': (_, response) =>
      response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb),
    'a brotli bomb': (_, response) =>
      response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(brotliBomb),
    'endless gzip of nothing': (_, response) =>
      writeForever(
        response.writeHead(200, { ...html, 'content-encoding': 'gzip' }),
        Buffer.concat(Array.from({ length: 2_000 }, () => emptyMember)),
      ),
    'with a huge header': (_, response) =>
      response.writeHead(200, { ...html, 'x-long': 'a'.repeat(40_000) }).end('here'),
  };

  it.for(Object.entries(tooLarge))('that are %s are cut', async ([, answer]) => {
    expect(await fetchFrom(answer)).toEqual(refusal('too_large'));
  });

  it('are read compressed within the limit, and not with encodings that are unknown or broken', async () => {
    const body = gzipSync('<p>here');
    const site = await openSite((request, response) => {
      const [, encoding = '', part = ''] = request.url?.split('/') ?? [];
      const sent = part === 'half' ? body.subarray(0, 10) : body;
      response
        .writeHead(200, { ...html, 'content-encoding': encoding.replace('+', ', ') })
        .end(part === 'not' ? 'plain text' : sent);
    });
    const web = webOf([site]);
    const fetched = (path: string) =>
      web.fetchPage(`http://127.0.0.1:${site.port}${path}`, htmlOnly);
    expect(await fetched('/gzip')).toMatchObject({ kind: 'page', body: Buffer.from('<p>here') });
    expect(await fetched('/gzip/half')).toEqual(refusal('encoding'));
    expect(await fetched('/gzip/not')).toEqual(refusal('encoding'));
    expect(await fetched('/br/not')).toEqual(refusal('encoding'));
    expect(await fetched('/gzip+gzip')).toEqual(refusal('encoding'));
    expect(await fetched('/compress')).toEqual(refusal('encoding'));
  });

  const slow: Record<string, RequestListener> = {
    'never begins': () => undefined,
    'sends headers one after the other': (_, response) =>
      writeForever(response, Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'), { raw: true }),
    'ends never': (_, response) => void response.writeHead(200, html).write('<p>'),
    'comes drop by drop': (_, response) => {
      response.writeHead(200, html);
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    },
  };

  it.for(Object.entries(slow))('of a site that %s are cut', async ([, answer]) => {
    expect(await fetchFrom(answer, { timeoutSeconds: 0.5 }, 0.3)).toEqual(refusal('timeout'));
  });

  const broken: Record<string, RequestListener> = {
    'closes at once': (request) => request.socket.destroy(),
    'closes amid the body': (request, response) => {
      response.writeHead(200, { ...html, 'content-length': '100' }).write('<p>', () => {
        request.socket.destroy();
      });
    },
    'speaks something else': (request) => request.socket.end('220 mail.example ESMTP\r\n'),
    'changes the protocol': (request) =>
      request.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      ),
  };

  it.for(Object.entries(broken))('of a site that %s are refused', async ([, answer]) => {
    expect(await fetchFrom(answer)).toEqual(refusal('unreachable'));
  });

  it('end with their caller', async () => {
    const caller = new AbortController();
    const fetched = fetchFrom(
      (_, response) => {
        response.writeHead(200, html).write('<p>');
        caller.abort();
      },
      { signal: caller.signal },
    );
    expect(await fetched).toEqual(refusal('aborted'));
  });
});

/** Writes a piece again and again, as fast as it is read, until the connection is closed. */
function writeForever(response: ServerResponse, piece: Buffer, { raw = false } = {}): void {
  const target = raw ? response.socket : response;
  const more = (): void => {
    while (target !== null && !target.destroyed && target.write(piece)) if (raw) break;
    if (raw && target?.destroyed === false) setTimeout(more, 20);
  };
  if (!raw) target?.on('drain', more);
  more();
}
