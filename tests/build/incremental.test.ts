import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#domain/languages.ts';
import { pricingPath } from '#domain/urls.ts';
import { type ReleaseOutcome, publish } from '#server/services/publishing/publish.ts';
import { type Manifest, keptReleases, listReleases, readRelease } from '#site/manifest.ts';
import { siteFolder } from '#site/siteFolder.ts';
import { readStored } from '#site/store.ts';
import { siteOrigin } from '../fixtures/siteOrigin.ts';
import { copyProject, editLayout, editMessage } from '../setup/projectCopy.ts';
import {
  type World,
  modelLine,
  smallWorld,
  snapshotLines,
  steps,
  takeStep,
} from '../setup/catalogueSteps.ts';
import { Random } from '../setup/random.ts';

const operator = {
  supportEmail: undefined,
  communityUrl: undefined,
  socialUrls: [],
  seller: undefined,
  qqPicture: undefined,
};

const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-incremental-'));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  delete process.env['BLOG_FOLDER'];
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function openWorld(seed: number): Promise<World> {
  const blog = await newFolder();
  for (const language of ['en', 'de']) await mkdir(join(blog, language));
  process.env['BLOG_FOLDER'] = blog;
  return smallWorld(blog, new Random(seed), 3);
}

type Wanted = { isFull?: boolean; project?: string; messagesFolder?: string };

async function publishWorld(
  world: World,
  dataDir: string,
  { isFull = false, project, messagesFolder }: Wanted = {},
): Promise<ReleaseOutcome & { manifest: Manifest }> {
  const config = { dataDir, publicUrl: siteOrigin, operator, startingCredits: 10, messagesFolder };
  const outcome = await publish({
    config,
    snapshot: async function* () {
      yield* snapshotLines(world);
    },
    isFull,
    project,
    progress: () => undefined,
  });
  const manifest = await readRelease(siteFolder(dataDir), outcome.release.id);
  return { ...outcome, manifest };
}

/** A site made elsewhere from nothing knows nothing of when its pages moved. */
function withoutDates({ files, headers }: Manifest): object {
  const kept = Object.entries(files).filter(([path]) => !path.startsWith('/sitemap'));
  return { headers, files: Object.fromEntries(kept) };
}

describe('a publish of what changed', { retry: 0 }, () => {
  const seed = Date.now() % 1_000_000;
  let world: World;
  let dataDir: string;
  let first: Awaited<ReturnType<typeof publishWorld>>;

  beforeAll(async () => {
    world = await openWorld(seed);
    dataDir = await newFolder();
    first = await publishWorld(world, dataDir);
  });

  it('makes only the pages that show what changed, and moves only their dates', async () => {
    expect(first.build?.counts.rendered).toBe(first.build?.counts.pages);
    world.count = 1;
    await steps['posts to the blog']?.(world);
    const { build, manifest } = await publishWorld(world, dataDir);
    const changed = Object.keys(manifest.files).filter(
      (path) => manifest.files[path]?.hash !== first.manifest.files[path]?.hash,
    );
    expect(changed.filter((path) => !/\/blog|^\/og\/|sitemap/.test(path))).toEqual([]);
    expect(build?.counts.rendered).toBeLessThan(60);
    const sitemap = await textOf(dataDir, manifest, '/sitemaps/gpts-1.xml');
    expect(sitemap).toBe(await textOf(dataDir, first.manifest, '/sitemaps/gpts-1.xml'));
  });

  it('makes only the pages of prices when a model gets another price', async () => {
    const before = await publishWorld(world, dataDir);
    world.lines.set('model/gpt-4-turbo', modelLine('gpt-4-turbo', { price: 3 }));
    const { build, manifest } = await publishWorld(world, dataDir);
    const changed = Object.keys(manifest.files).filter(
      (path) => manifest.files[path]?.hash !== before.manifest.files[path]?.hash,
    );
    const prices = languages.map((language) => pricingPath(language));
    expect(changed.filter((path) => !path.startsWith('/sitemap')).toSorted()).toEqual(
      prices.toSorted(),
    );
    expect(build?.counts.rendered).toBe(prices.length);
  });

  it('forgets the oldest release, what it was made of and what only it named, and nothing else', async () => {
    const site = siteFolder(dataDir);
    for (let price = 4; (await listReleases(site)).includes(first.manifest.id); price += 1) {
      world.lines.set('model/gpt-4-turbo', modelLine('gpt-4-turbo', { price }));
      await publishWorld(world, dataDir);
    }
    const ids = await listReleases(site);
    expect(ids).toHaveLength(keptReleases);
    const releases = await Promise.all(ids.map((id) => readRelease(site, id)));
    const named = releases.flatMap(({ files }) => Object.values(files).map(({ hash }) => hash));
    const stored = await readdir(site.store, { recursive: true, withFileTypes: true });
    const names = stored.filter((entry) => entry.isFile()).map(({ name }) => name.slice(0, 64));
    expect(new Set(names)).toEqual(new Set(named));
    expect(await readdir(site.built)).toHaveLength(keptReleases);
  });

  it('makes the same release as a publish of everything, whatever happened in between', async () => {
    const told: string[] = [`seed ${seed}`];
    const project = await copyProject(await newFolder());
    const messagesFolder = await newFolder();
    const edits: [what: string, edit: () => Promise<void>, shown: string][] = [
      ['nothing', async () => undefined, '<h1'],
      // Its bundle was made by the project that this one is a copy of.
      ['a message', () => editMessage(project), 'GPT finden!'],
      ['a message, without code', () => correctMessage(messagesFolder), 'Hinein, bitte'],
      // Code that was edited is bundled, which takes longer than all the rest: once.
      ['the layout', () => editLayout(project), '<body data-edited'],
    ];
    for (const [edited, edit, shown] of edits) {
      for (let changes = 0; changes < 4; changes += 1) told.push(await takeStep(world));
      await edit();
      const { build, manifest } = await publishWorld(world, dataDir, { project, messagesFolder });
      told.push(`edited ${edited}, made ${build?.counts.rendered} of ${build?.counts.pages} anew`);
      expect(await textOf(dataDir, manifest, '/de'), told.join('; ')).toContain(shown);
    }
    const incremental = await publishWorld(world, dataDir, { project, messagesFolder });
    expect(incremental.kind, told.join('; ')).toBe('unchanged');
    const elsewhere = await publishWorld(world, await newFolder(), { project, messagesFolder });
    expect(withoutDates(elsewhere.manifest), told.join('; ')).toEqual(
      withoutDates(incremental.manifest),
    );
    const again = await publishWorld(world, dataDir, { isFull: true, project, messagesFolder });
    expect(again.kind, told.join('; ')).toBe('unchanged');
    expect(again.manifest).toEqual(incremental.manifest);
  }, 240_000);
});

/** Says something else in a line that every German page of the directory has, as operators do. */
async function correctMessage(messagesFolder: string): Promise<void> {
  await mkdir(join(messagesFolder, 'de'));
  await writeFile(join(messagesFolder, 'de/site.json'), JSON.stringify({ sign: 'Hinein, bitte' }));
}

async function textOf(dataDir: string, { files }: Manifest, path: string): Promise<string> {
  const { store } = siteFolder(dataDir);
  return (await readStored(store, files[path]?.hash ?? '', 'identity')).toString();
}
