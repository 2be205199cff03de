import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { splitLanguage } from '#domain/site/urls.ts';
import { htmlType } from '#release/fileTypes.ts';
import {
  type Manifest,
  currentRelease,
  keptReleases,
  listReleases,
  manifestDigest,
  readRelease,
} from '#release/manifest.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';
import { keptFile, readStored } from '#release/contentStore.ts';
import {
  type Ended,
  type Moment,
  type Victim,
  isRunning,
  publishEdition,
} from './editionProcess.ts';
import { writeEditions } from './editions.ts';
import { Random } from './random.ts';
import { type TestServer, startTestServer } from './server.ts';
import { SiteVisitors } from './siteVisitors.ts';

/** Steps of a publish, each with about the time that it takes here: a kill comes at a random moment within it. */
const stretches: readonly { after: Moment['after']; atMost: number }[] = [
  { after: /Rendered 0/, atMost: 1_500 },
  { after: 'manifest', atMost: 3 },
  { after: /builder/, atMost: 1_200 },
  { after: 'current', atMost: 40 },
  { after: /Drew 0/, atMost: 300 },
  { after: /Comparing/, atMost: 300 },
  { after: /Storing/, atMost: 60 },
  { after: /Switching/, atMost: 20 },
  { after: 'built', atMost: 3 },
  { after: /Reading/, atMost: 100 },
];
const victims: readonly Victim[] = ['publisher', 'builder', 'both'];

const visitors = 2;

/**
 * Kills `count` publishes of a site at random moments while visitors load its pages, and publishes each of them again.
 * Fails, with the seed, when a visitor sees an error or half a site, or when a kill changes the final result. Returns a
 * line for each kill.
 */
export async function killPublishes(count: number, seed: number): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'dolores-publish-kills-'));
  const server = await startTestServer();
  const attempts: string[] = [];
  try {
    const site = await KilledSite.open(root, server, seed);
    try {
      for (let tried = 0; attempts.length < count; tried += 1) {
        if (tried >= 4 * count) throw new Error('Most kills came too late');
        const line = await site.kill(tried, victims[attempts.length % victims.length] ?? 'both');
        if (line) attempts.push(line);
      }
    } finally {
      await site.visitors.stop();
    }
    await site.checkEnd();
    return attempts;
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`With PUBLISH_KILLS_SEED=${seed}, after ${attempts.join('; ')}:\n${reason}`, {
      cause: error,
    });
  } finally {
    await server.close();
    await rm(root, { recursive: true, force: true });
  }
}

class KilledSite {
  readonly visitors: SiteVisitors;
  readonly #dataDir: string;
  readonly #site: SiteFolder;
  readonly #random: Random;
  /** The release of each edition without kills; the served one last. */
  readonly #expected: ReadonlyMap<string, string>;
  #served: string;
  /** Every release that was served at some time. */
  readonly #known: Map<string, Manifest>;
  readonly #whole = new Set<string>();

  private constructor(
    server: TestServer,
    random: Random,
    expected: ReadonlyMap<string, string>,
    known: Map<string, Manifest>,
  ) {
    this.#dataDir = server.platform.config.dataDir;
    this.#site = siteFolder(this.#dataDir);
    this.#random = random;
    this.#expected = expected;
    this.#served = [...expected.keys()].at(-1) ?? '';
    this.#known = known;
    const paths = pagesOfAll([...known.values()]);
    this.visitors = new SiteVisitors(server.url, paths, visitors, new Random(random.seed + 1));
  }

  /** Publishes both editions, and kills none of them. */
  static async open(root: string, server: TestServer, seed: number): Promise<KilledSite> {
    const { dataDir } = server.platform.config;
    const expected = new Map<string, string>();
    const known = new Map<string, Manifest>();
    for (const edition of await writeEditions(root, seed)) {
      const { end, output } = await publishEdition(dataDir, edition);
      expect(end, output).toBe(0);
      const release = await servedRelease(siteFolder(dataDir));
      expected.set(edition, comparable(release));
      known.set(release.id, release);
    }
    return new KilledSite(server, new Random(seed), expected, known);
  }

  /** Returns a description of the kill, or `undefined` if the publish ended before. */
  async kill(tried: number, victim: Victim): Promise<string | undefined> {
    const { after, atMost } = stretches[tried % stretches.length] ?? { after: /./, atMost: 0 };
    const moment: Moment = { after, milliseconds: this.#random.whole(0, atMost) };
    const edition = this.#otherEdition();
    const before = await servedRelease(this.#site);
    const ended = await publishEdition(this.#dataDir, edition, { moment, victim });
    const served = await this.#checkServed();
    const line = `${victim} ${moment.milliseconds} ms after ${String(after)} (${ended.end})`;
    if (served.id !== before.id) {
      expect(comparable(served) === this.#expected.get(edition), line).toBe(true);
    } else if (victim === 'builder') {
      expect(ended.output, line).toMatch(/^failed: [A-Z].{20,}/m);
    }
    await this.#publishAgain(edition, ended, line);
    return ended.wasKilled ? line : undefined;
  }

  async checkEnd(): Promise<void> {
    expect(this.visitors.problems.slice(0, 10)).toEqual([]);
    expect(this.visitors.strangers(this.#known.values()).slice(0, 10)).toEqual([]);
    expect(this.visitors.pages).toBeGreaterThan(50);
    const named = new Set<string>();
    for (const id of await listReleases(this.#site)) {
      for (const { hash } of Object.values(this.#known.get(id)?.files ?? {})) named.add(hash);
    }
    const stored = await readdir(this.#site.store, { recursive: true, withFileTypes: true });
    const names = stored.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(new Set(names.map((name) => name.slice(0, 64)))).toEqual(named);
  }

  #otherEdition(): string {
    return [...this.#expected.keys()].find((edition) => edition !== this.#served) ?? '';
  }

  /** The publish after a kill, while the killed one may still be about to end. */
  async #publishAgain(edition: string, { builder }: Ended, line: string): Promise<void> {
    await this.#ageTemporaryFiles();
    const { end, output } = await publishEdition(this.#dataDir, edition);
    expect(end, `${line}\n${output}`).toBe(0);
    const release = await this.#checkServed();
    expect(comparable(release) === this.#expected.get(edition), line).toBe(true);
    this.#served = edition;
    if (builder) await expect.poll(() => isRunning(builder), { timeout: 10_000 }).toBe(false);
    await this.#checkTidy(line);
  }

  /** The served release with all of its files. */
  async #checkServed(): Promise<Manifest> {
    const release = await servedRelease(this.#site);
    this.#known.set(release.id, release);
    const hashes = new Set(Object.values(release.files).map(({ hash }) => hash));
    for (const hash of hashes) {
      if (this.#whole.has(hash)) expect(await keptFile(this.#site.store, hash)).toBeDefined();
      else {
        const content = await readStored(this.#site.store, hash, 'identity');
        expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
        this.#whole.add(hash);
      }
    }
    return release;
  }

  async #checkTidy(line: string): Promise<void> {
    const lasting = ['built', 'code', 'current', 'releases', 'snapshot.ndjson', 'store'];
    // A publish that was killed at its very end leaves nothing behind, and no record of itself.
    const names = (await readdir(this.#site.root)).filter(
      (name) => !['tidied', 'pieces.json'].includes(name),
    );
    expect(names.toSorted(), line).toEqual(lasting);
    const ids = await listReleases(this.#site);
    expect(ids.length).toBeLessThanOrEqual(keptReleases);
    expect(ids.filter((id) => !this.#known.has(id), `${line}: never served`)).toEqual([]);
    const files = ids.map((id) => `${id}.json`).toSorted();
    expect((await readdir(this.#site.releases)).toSorted(), line).toEqual(files);
    expect((await readdir(this.#site.built)).toSorted(), line).toEqual(files);
  }

  /** New files could belong to a process that is still writing them. */
  async #ageTemporaryFiles(): Promise<void> {
    const anHourAgo = new Date(Date.now() - 3_600_000);
    for (const folder of [this.#site.root, this.#site.releases, this.#site.built]) {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
      for (const name of names) await utimes(join(folder, name), anHourAgo, anHourAgo);
    }
  }
}

async function servedRelease(site: SiteFolder): Promise<Manifest> {
  return readRelease(site, (await currentRelease(site)) ?? 'none');
}

/** The same for two releases that serve the same. */
function comparable({ files, headers }: Manifest): string {
  return manifestDigest({ headers, files });
}

/** The pages in a language that all releases have; the server finishes the one for results itself. */
function pagesOfAll([first, ...others]: readonly Manifest[]): string[] {
  return Object.entries(first?.files ?? {})
    .filter(([, { type, status }]) => type === htmlType && status === 200)
    .map(([path]) => path)
    .filter((path) => {
      const { language, rest } = splitLanguage(path);
      return language !== undefined && rest !== '/search';
    })
    .filter((path) => others.every(({ files }) => files[path]?.status === 200));
}
