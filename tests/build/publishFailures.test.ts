import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { ensureBundle } from '#builder/bundle.ts';
import { Renderer } from '#builder/renderer.ts';
import { readConfig } from '#server/config.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';
import { codeDigest } from '#server/services/publishing/codeDigest.ts';
import { type PublishInput, publish } from '#server/services/publishing/publish.ts';
import { fetchSnapshot } from '#server/services/snapshot/fetchSnapshot.ts';
import { buildFiles } from '#release/builderProtocol.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';
import { readKeptSite } from '../setup/site/keptSite.ts';
import { productEnvironment } from '../setup/site/productEnvironment.ts';

const kept = readKeptSite(inject('siteDataDir'));
if (kept === undefined) throw new Error('No site was published');
/** The options of the site of the run: other ones would render most of its pages again. */
const environment = productEnvironment(kept.port, kept.dataDir);
let dataDir: string;
let site: SiteFolder;
/** The lines that the site of the run was made from. */
let lines: string[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dolores-failures-'));
  site = siteFolder(dataDir);
  const published = siteFolder(inject('siteDataDir'));
  process.env['BLOG_FOLDER'] = environment['BLOG_FOLDER'];
  // The contents are not needed: for any failure here, none of the served ones is read.
  await cp(published.root, site.root, {
    recursive: true,
    filter: (source) => source !== published.store,
  });
  lines = (await readFile(site.snapshot, 'utf8')).trimEnd().split('\n');
});

afterEach(async () => {
  delete process.env['BLOG_FOLDER'];
  await rm(dataDir, { recursive: true, force: true });
});

/** Publishes and returns the reason of the failure, after a check of the served release. */
async function failureOf(
  snapshot: AsyncIterable<string> | Iterable<string>,
  more: Partial<PublishInput> = {},
): Promise<string> {
  const before = await stateOf();
  const reason = await publish({
    config: { ...readConfig(environment), dataDir },
    snapshot: async function* () {
      yield* snapshot;
    },
    progress: () => undefined,
    ...more,
  }).then(
    () => 'it did not fail',
    (error: Error) => error.message,
  );
  expect(await stateOf()).toEqual(before);
  return reason;
}

/** All state about the served release and the start of the next publish. */
async function stateOf(): Promise<unknown> {
  const { root, releases, built, current, snapshot, code } = site;
  const names = (await readdir(root)).filter(
    (name) => !['store', 'switching', 'tidied'].includes(name),
  );
  return [
    names.toSorted(),
    await readdir(releases),
    await readdir(built),
    await Promise.all([current, snapshot, code].map((file) => readFile(file, 'utf8'))),
  ];
}

/** The snapshot with another description of one GPT, which a few pages show. */
function changedLines(change: object): string[] {
  const place = lines.findIndex((text) => text.includes('"id":"fixture-0"'));
  const line = JSON.parse(lines[place] ?? '') as { gpt: object };
  return lines.with(place, JSON.stringify({ ...line, gpt: { ...line.gpt, ...change } }));
}

it('reports where the snapshot broke off, and keeps the served release', async () => {
  expect(await failureOf(lines.slice(0, -1))).toContain('The snapshot broke off before its end');
  const [last = ''] = lines.slice(-3);
  expect(await failureOf([...lines.slice(0, -3), last.slice(0, 40)])).toContain(
    `Line ${lines.length - 2} of the snapshot is cut off or not JSON`,
  );
});

it('reports that the API stops in the middle of the snapshot, and keeps the served release', async () => {
  const api = createServer((_request, response) => {
    response.write(`${lines[0]}\n${lines[1]}`, () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const { port } = api.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  expect(await failureOf(fetchSnapshot(url, 'token'))).toMatch(
    /^The API broke off in the middle of the snapshot: \w/,
  );
  api.close();
  await once(api, 'close');
  expect(await failureOf(fetchSnapshot(url, 'token'))).toContain(`${url} cannot be reached`);
});

it('names record and field of an invalid value, and keeps the served release', async () => {
  expect(await failureOf(changedLines({ chats: 'many' }))).toMatch(
    /^Building the site failed: The snapshot’s line \d+ \(.*fixture-0.*\) is wrong: field “gpt.chats”/,
  );
});

it('reports a file of the release that cannot be written, and keeps the served release', async () => {
  await writeFile(site.store, 'where a folder should be');
  expect(await failureOf(changedLines({ description: 'Another one.' }))).toMatch(
    /^Building the site failed: A file of the release cannot be written: E\w+: .+/,
  );
});

it('reports a failed switch, and keeps the served release', async () => {
  const progress = (line: string) => {
    if (line.startsWith('Switching')) rmSync(buildFiles(site).release);
  };
  expect(await failureOf(changedLines({ description: 'Another one.' }), { progress })).toMatch(
    /^Switching to the release failed: E\w+: .+/,
  );
});

it('reports its interruption, and keeps the served release', async () => {
  const stop = new AbortController();
  const progress = (line: string) => {
    if (line.startsWith('Rendered 0')) stop.abort();
  };
  const change = changedLines({ description: 'Another one.' });
  expect(await failureOf(change, { progress, signal: stop.signal })).toBe(
    'Building the site was broken off',
  );
  expect(await failureOf(change, { signal: AbortSignal.abort() })).toBe(
    'Building the site was broken off',
  );
});

it('names the page that cannot be rendered, and the reason', async () => {
  const bundles = join(projectFolder(), '.astro', 'bundles');
  const renderer = await Renderer.open(await ensureBundle(bundles, await codeDigest()));
  const page = { params: { lang: 'en', id: 'x' }, path: '/en/gpts/x', frame: null, content: {} };
  await expect(renderer.render('/[lang]/gpts/[id]', page)).rejects.toThrow(
    /^The page \/en\/gpts\/x cannot be rendered: (?!Astro returned)\w.{10,}/,
  );
});
