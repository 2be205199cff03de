import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getHealth } from '#contract/operation/health.ts';
import { visitorAddresses } from '#server/services/doctor/visitorAddresses.ts';
import {
  arrivalHeader,
  headerToArrival,
  isSignedProbe,
  probeHeader,
  signProbe,
} from '#server/services/operation/arrival.ts';
import { startBrokenProxy } from '../../setup/brokenProxy.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

/** The effect of a proxy on the headers of a request. */
type Proxy = (headers: IncomingHttpHeaders) => IncomingHttpHeaders;

const seen = '198.51.100.1';
const adds: Proxy = (headers) => {
  const before = headers['x-forwarded-for'];
  return {
    ...headers,
    'x-forwarded-for': before === undefined ? seen : `${String(before)}, ${seen}`,
  };
};
const replaces: Proxy = (headers) => ({ ...headers, 'x-forwarded-for': seen });
const passes: Proxy = (headers) => headers;
const removes: Proxy = ({ 'x-forwarded-for': _, ...others }) => others;

/** Examines a site behind proxies, the outermost first. */
async function examine(proxies: readonly Proxy[], trusted: number, inEnvironment = trusted) {
  const { config } = server.platform;
  Object.assign(config, { trustedProxies: trusted });
  const closing: (() => Promise<void>)[] = [];
  let publicUrl = server.url;
  for (const requests of proxies.toReversed()) {
    const proxy = await startBrokenProxy(publicUrl, { requests });
    closing.push(proxy.close);
    publicUrl = proxy.url;
  }
  const port = Number(new URL(server.url).port);
  const examined = { ...config, publicUrl, port, trustedProxies: inEnvironment };
  const found = await visitorAddresses.run(examined);
  for (const close of closing.toReversed()) await close();
  return found;
}

describe('the check of visitors’ addresses', () => {
  it.each([
    ['no proxy', [], 0, /sees the addresses of visitors directly/],
    ['a proxy that adds', [adds], 1, /by what 1 proxy adds/],
    ['a proxy that replaces', [replaces], 1, /by what 1 proxy adds/],
    ['two that add, both trusted', [adds, adds], 2, /by what 2 proxies add/],
  ] as const)('finds that addresses arrive: %s', async (_, proxies, trusted, says) => {
    const found = await examine(proxies, trusted);
    expect(found).toEqual([{ level: 'ok', text: expect.stringMatching(says), next: null }]);
  });

  it.each([
    ['two that add, one trusted', [adds, adds], 1, /All visitors have .* 2 proxies add/, /=2 /],
    ['one that replaces, one that adds, one trusted', [replaces, adds], 1, /All visitors/, /=2 /],
    ['one that adds, two trusted', [adds], 2, /can make up their address: 1 proxy/, /=1 /],
    ['one that passes the header of visitors', [passes], 1, /does not add/, /web-servers/],
    ['one that removes the header', [removes], 1, /does not add/, /web-servers/],
  ] as const)('finds a problem: %s', async (_, proxies, trusted, says, next) => {
    const found = await examine(proxies, trusted);
    expect(found).toEqual([
      { level: 'problem', text: expect.stringMatching(says), next: expect.stringMatching(next) },
    ]);
  });

  it('finds a server that was not restarted', async () => {
    const [found] = await examine([adds], 0, 1);
    expect(found?.text).toBe('The running server has TRUSTED_PROXIES=0, and this environment 1');
  });

  it('says that it was not checked when no server with our secret answers', async () => {
    const { config } = server.platform;
    const [found] = await visitorAddresses.run({ ...config, secret: 'another'.repeat(5) });
    expect(found).toMatchObject({ level: 'ok', text: expect.stringContaining('Not checked') });
  });
});

describe('the description of an arrival', () => {
  const { path } = getHealth;

  it('is sent for a signed request only', async () => {
    const { secret } = server.platform.config;
    const old = signProbe(secret, Date.now() - 600_000);
    for (const wrong of [
      '',
      '.',
      'x',
      signProbe(`${secret}x`),
      old,
      signProbe(secret).slice(0, -1),
    ]) {
      const { headers } = await server.fetch(path, { headers: { [probeHeader]: wrong } });
      expect(headers.get(arrivalHeader)).toBeNull();
    }
    const headers = { [probeHeader]: signProbe(secret), 'x-forwarded-for': ' 192.0.2.1,, é"x ' };
    const response = await server.fetch(path, { headers });
    expect(headerToArrival(response.headers.get(arrivalHeader))).toMatchObject({
      forwarded: ['192.0.2.1', 'é"x'],
    });
    expect(isSignedProbe(secret, signProbe(secret))).toBe(true);
  });

  it.each([null, '', 'x', 'bnVsbA', 'eyJ0cnVzdGVkIjoxfQ'])('is not read from “%s”', (header) => {
    expect(headerToArrival(header)).toBeUndefined();
  });
});
