import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReleaseOutcome, publish } from '#server/services/publishing/publish.ts';
import { type Manifest, readRelease } from '#release/manifest.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import { siteOrigin } from '../fixtures/siteOrigin.ts';
import { type World, smallWorld, snapshotLines } from './catalogueSteps.ts';
import { Random } from './random.ts';

const operator = {
  supportEmail: undefined,
  communityUrl: undefined,
  socialUrls: [],
  seller: undefined,
  qqPicture: undefined,
};

const folders: string[] = [];

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-world-'));
  folders.push(folder);
  return folder;
}

/** Removes what the tests of a file have published. */
export async function removeFolders(): Promise<void> {
  delete process.env['BLOG_FOLDER'];
  for (const folder of folders.splice(0))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function openWorld(seed: number, gpts?: number): Promise<World> {
  const blog = await newFolder();
  for (const language of ['en', 'de']) await mkdir(join(blog, language));
  process.env['BLOG_FOLDER'] = blog;
  return smallWorld(blog, new Random(seed), 3, gpts);
}

type Wanted = {
  isFull?: boolean;
  project?: string;
  messagesFolder?: string;
  progress?: (line: string) => void;
  compressLater?: boolean;
};

export type PublishedWorld = ReleaseOutcome & { manifest: Manifest };

export async function publishWorld(
  world: World,
  dataDir: string,
  {
    isFull = false,
    project,
    messagesFolder,
    progress = () => undefined,
    compressLater = false,
  }: Wanted = {},
): Promise<PublishedWorld> {
  const config = { dataDir, publicUrl: siteOrigin, operator, startingCredits: 10, messagesFolder };
  const outcome = await publish({
    config,
    snapshot: async function* () {
      yield* snapshotLines(world);
    },
    isFull,
    project,
    progress,
    compressLater,
  });
  const manifest = await readRelease(siteFolder(dataDir), outcome.release.id);
  return { ...outcome, manifest };
}

/** A world and a data folder in which it has been published. */
export async function openPublishedWorld(seed: number, gpts: number, wanted: Wanted = {}) {
  const world = await openWorld(seed, gpts);
  const dataDir = await newFolder();
  return { world, dataDir, first: await publishWorld(world, dataDir, wanted) };
}

/** Everything that a release of the world serves where it is published into an empty folder. */
export async function servedByNew(world: World, wanted: Wanted = {}): Promise<object> {
  return servedBy((await publishWorld(world, await newFolder(), wanted)).manifest);
}

/** Everything that a release serves: two of the same content serve the same, to the byte. */
export function servedBy({ files, headers }: Manifest): object {
  return { files, headers };
}

/** The content of a file of a release. */
export async function textOf(dataDir: string, { files }: Manifest, path: string): Promise<string> {
  const { store } = siteFolder(dataDir);
  return (await readStored(store, files[path]?.hash ?? '', 'identity')).toString();
}

/** Says something else in a line that every German page of the directory has, as operators do. */
export async function correctMessage(messagesFolder: string): Promise<void> {
  await mkdir(join(messagesFolder, 'de'));
  await writeFile(join(messagesFolder, 'de/site.json'), JSON.stringify({ sign: 'Hinein, bitte' }));
}
