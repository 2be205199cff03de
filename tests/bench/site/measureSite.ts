import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';
import { siteEnvironment } from '#server/services/publishing/siteConfig.ts';
import { type PublishInput, publish } from '#server/services/publishing/publish.ts';
import { fetchSnapshot, fetchSnapshotChanges } from '#server/services/snapshot/fetchSnapshot.ts';
import { manifestDigest, readRelease } from '#release/manifest.ts';
import { type Recompressed, recompressContents } from '#release/recompressContents.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';
import { type PlainBuild, type SnapshotApi, buildPlainly } from './processes.ts';

/** One publish: the change before it, its time in all and in parts (seconds), and its output. */
export type Measured = {
  what: string;
  total: number;
  seconds: Readonly<Record<string, number>>;
  pages: number;
  rendered: number;
  images: number;
  peakBytes: number;
};

export type SiteReport = {
  gpts: number;
  pages: number;
  plain: PlainBuild;
  publishes: Measured[];
  /** The pages that were compressed fast, compressed again; `null` without this step. */
  recompressed: (Recompressed & { seconds: number }) | null;
  /** Whether rendering everything again changed nothing in the end. */
  isSameAsFull: boolean;
};

export type MeasureInput = {
  gpts: number;
  api: SnapshotApi;
  token: string;
  /** A folder in memory. */
  folder: string;
  /** Whether to compress pages again, which takes longer than all else. */
  recompresses: boolean;
  progress: (line: string) => void;
};

const config = {
  publicUrl: 'https://dolores.example',
  operator: {
    supportEmail: undefined,
    communityUrl: undefined,
    socialUrls: [],
    seller: undefined,
    qqPicture: undefined,
  },
  startingCredits: 10,
};

/** The change before each publish after the first. */
function changes(api: SnapshotApi, blog: string): Record<string, () => Promise<unknown>> {
  return {
    'nothing changed': async () => undefined,
    'one GPT changed': () =>
      api.change(
        `update gpt set instructions = 'Measured at ' || now(), updated = now()
         where id = (select id from gpt where removed is null order by id offset 100 limit 1)`,
      ),
    'its name, which lists show': () =>
      api.change(
        `update gpt set name = 'Measured ' || extract(epoch from now())::bigint, updated = now()
         where id = (select id from gpt where removed is null order by id offset 100 limit 1)`,
      ),
    'one GPT hidden': () =>
      api.change(
        `update gpt set removed = now(), updated = now()
         where id = (select id from gpt where removed is null order by id offset 50 limit 1)`,
      ),
    'one blog post changed': () => changePost(join(blog, 'en', 'writing-good-instructions.md')),
    'one ranking period counted again': () =>
      api.change(
        `update ranking_row set own = own + 1 where rank = 1 and scope = '' and (range, value) =
         (select range, value from ranking_period where range = 'daily' order by last_day desc limit 1)`,
      ),
  };
}

/**
 * Publishes a catalogue as a whole and after small changes, and compares with a plain `astro build` of the same pages.
 */
export async function measureSite(input: MeasureInput): Promise<SiteReport> {
  const { gpts, api, folder, recompresses, progress } = input;
  const dataDir = join(folder, 'data');
  const blog = join(folder, 'blog');
  await cp(join(projectFolder(), 'src/content/blog'), blog, { recursive: true });
  process.env['BLOG_FOLDER'] = blog;
  // The first publish of a machine also makes the bundle, which has a row of its own.
  const publishes: Measured[] = [];
  const measure = async (what: string) => {
    const measured = await publishOnce(what, input, dataDir);
    publishes.push(measured);
    progress(`  ${measured.total.toFixed(2)} s, ${Math.round(measured.peakBytes / 1e6)} MB`);
  };
  await measure('full');
  for (const [what, change] of Object.entries(changes(api, blog))) {
    progress(`${gpts} GPTs: ${what}`);
    await change();
    await measure(what);
  }
  const site = siteFolder(dataDir);
  if (recompresses) progress(`${gpts} GPTs: compressing again`);
  const recompressed = recompresses ? await measureRecompression(site) : null;
  progress(`${gpts} GPTs: everything anew, to compare`);
  const before = await readRelease(site, (await readFile(site.current, 'utf8')).trim());
  const again = await publish({ ...sources(input, dataDir), isFull: true });
  const after = await readRelease(site, again.release.id);
  const isSameAsFull = manifestDigest(before) === manifestDigest(after);
  progress(`  the same: ${isSameAsFull}`);
  const snapshot = join(folder, 'snapshot.ndjson');
  await cp(site.snapshot, snapshot);
  await rm(dataDir, { recursive: true, force: true });
  progress(`${gpts} GPTs: a plain astro build`);
  const plain = await plainBuild(folder, snapshot, blog);
  return {
    gpts,
    pages: publishes[0]?.pages ?? 0,
    plain,
    publishes,
    recompressed,
    isSameAsFull,
  };
}

/** Compresses the contents of fast publishes again, as the idle server does. */
async function measureRecompression(site: SiteFolder): Promise<Recompressed & { seconds: number }> {
  const began = performance.now();
  const { contents, savedBytes } = await recompressContents(site, new AbortController().signal);
  return { contents, savedBytes, seconds: (performance.now() - began) / 1_000 };
}

async function publishOnce(what: string, input: MeasureInput, dataDir: string): Promise<Measured> {
  const began = performance.now();
  let switched = began;
  const { build } = await publish({
    ...sources(input, dataDir),
    progress: (line) => {
      if (line.startsWith('Switching')) switched = performance.now();
    },
  });
  const ended = performance.now();
  const cleaning = build?.kind === 'built' ? (ended - switched) / 1_000 : 0;
  return {
    what,
    total: (ended - began) / 1_000,
    seconds: { ...build?.seconds, cleaning },
    pages: build?.counts.pages ?? 0,
    rendered: build?.counts.rendered ?? 0,
    images: build?.counts.images ?? 0,
    peakBytes: build?.peakBytes ?? process.resourceUsage().maxRSS * 1_024,
  };
}

function sources({ api, token }: MeasureInput, dataDir: string): PublishInput {
  return {
    config: { ...config, dataDir },
    snapshot: () => fetchSnapshot(api.url, token),
    changes: (since) => fetchSnapshotChanges(api.url, token, since),
    progress: () => undefined,
    compressLater: true,
  };
}

async function changePost(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  await writeFile(file, `${text}\nMeasured at ${new Date().toISOString()}.\n`);
}

/** Astro puts the code of the pages next to its output, from where it must find the packages, and the icons. */
async function plainBuild(folder: string, snapshot: string, blog: string): Promise<PlainBuild> {
  const plain = join(folder, 'plain');
  await mkdir(plain, { recursive: true });
  for (const name of ['node_modules', 'src'])
    await symlink(join(projectFolder(), name), join(plain, name));
  const built = await buildPlainly(plain, {
    NODE_ENV: 'production',
    ...siteEnvironment({ ...config, dataDir: folder }),
    SNAPSHOT_FILE: snapshot,
    BLOG_FOLDER: blog,
  });
  await rm(plain, { recursive: true, force: true });
  return built;
}
