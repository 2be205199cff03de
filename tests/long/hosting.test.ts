import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapConcurrently } from '#domain/concurrency.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import { readRelease } from '#release/manifest.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';
import { publish } from '#server/services/publishing/publish.ts';
import { fetchSnapshot } from '#server/services/snapshot/fetchSnapshot.ts';
import { generateGpts } from '../../scripts/catalogue/generateGpts.ts';
import { comparedHeaders } from '../setup/hostedFiles.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';
import { type WebServerName, isThere, startWebServer } from '../setup/webServers.ts';

/** The GPTs of a made-up catalogue; without it, the catalogue that the product ships. */
const madeUp = Number(process.env['HOSTED_GPTS'] ?? 0);
const comparedFiles = 1_700;
const comparedOthers = 300;
const requestsAtOnce = 8;
/** A publish and an export of 10,000 GPTs are 90,000 pages. */
const preparingMilliseconds = 3_000_000;
/** Paths that only our server answers: a choice of language, and results. */
const ofServer = /^\/(?:[^/]+\/search)?$/;
/** Characters in names of pages that Caddy 2.6 leaves to our server. */
const notForCaddy = /[?%*{}[\]\\]/;
const headersToCompare = ['allow', 'content-encoding', 'location', ...comparedHeaders];

const starter = fileURLToPath(new URL('../../src/content/starter', import.meta.url));
const token = 'hosting-loopback-only-0123456789-abcdefgh';

let server: TestServer;
let folder: string;
let files: string[];
let others: string[];

beforeAll(async () => {
  server = await startTestServer({ environment: { OPERATOR_TOKEN: token, TRUSTED_PROXIES: '1' } });
  folder = await mkdtemp(join(tmpdir(), 'dolores-hosting-'));
  // Web servers may run as another user.
  await chmod(folder, 0o755);
  const { config, database } = server.platform;
  if (madeUp === 0) await importGpts(database, readStarterFolder(starter));
  else {
    const until = addDays(dayOf(new Date()), -1);
    await generateGpts(database, { count: madeUp, days: 30, seed: 1, until });
  }
  const { release } = await publish({
    config: { ...config, exportTo: folder },
    snapshot: () => fetchSnapshot(server.url, token),
    progress: () => undefined,
  });
  const served = await readRelease(siteFolder(config.dataDir), release.id);
  const paths = Object.keys(served.files);
  files = evenly(paths, comparedFiles);
  others = evenly(paths, comparedOthers).map(otherAddress);
}, preparingMilliseconds);

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('makes files for web servers that do not grow with the catalogue', async () => {
  for (const name of ['nginx-policies.conf', 'caddy-policies']) {
    expect((await stat(join(folder, name))).size).toBeLessThan(40_000);
  }
});

describe.each<WebServerName>(['nginx', 'caddy'])('%s of Debian', (name) => {
  if (!isThere(name)) {
    it.skip(`cannot be tested here: it is not installed, and its package cannot be downloaded`, () =>
      undefined);
    return;
  }

  it('answers all kinds of addresses as our server does', async () => {
    const web = await startWebServer(name, { folder, server: server.url, isSystemWide: true });
    try {
      const paths = [...files, ...others];
      expect(await answersOf(web.url, paths)).toEqual(await answersOf(server.url, paths));
    } finally {
      await web.close();
    }
  });

  it('answers its files in the same way while our server is down', async () => {
    const down = 'http://127.0.0.1:9';
    const web = await startWebServer(name, { folder, server: down, isSystemWide: true });
    try {
      const isOfServer = (path: string) =>
        ofServer.test(path) || (name === 'caddy' && notForCaddy.test(decodeURIComponent(path)));
      const own = files.filter((path) => !isOfServer(path));
      expect(own.length).toBeGreaterThan(files.length * 0.9);
      expect(await answersOf(web.url, own)).toEqual(await answersOf(server.url, own));
    } finally {
      await web.close();
    }
  });
});

/** Changes an address, in turn in each way in which addresses are misspelled. */
function otherAddress(path: string, index: number): string {
  const changes = [
    () => `${path}/`,
    () => `/${path}`,
    () => path.replace(/(?<=.)\//, '//'),
    () => `${path}?a=1`,
    () => `${path}-nothing`,
    () => path.toUpperCase(),
    () => path.replace(/^\/[^/]+/, ''),
    () => path.replace(/^\/[^/]+/, '/es'),
    () => `${path}.html`,
    () => path.replace(/^(\/[^/]+).*/, '$1/chat/g/nothing'),
  ];
  return changes[index % changes.length]?.() || '/';
}

async function answersOf(url: string, paths: readonly string[]): Promise<unknown[]> {
  return mapConcurrently(paths, requestsAtOnce, async (path) => {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual' });
    const body = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
    const headers = headersToCompare.map((header) => answer.headers.get(header));
    return [path, answer.status, body.digest('hex'), headers];
  });
}

/** Returns about `count` elements, spread over all. */
function evenly(all: readonly string[], count: number): string[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => {
    return all[Math.floor(index * step)] ?? '/';
  });
}
