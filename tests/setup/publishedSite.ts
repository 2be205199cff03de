import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReleaseOutcome, publish } from '#server/services/publishing/publish.ts';
import { type Manifest, readRelease } from '#release/manifest.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import { siteOrigin } from '../fixtures/siteOrigin.ts';
import { type Catalogue, smallCatalogue, snapshotLines } from './catalogueSteps.ts';
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

/** Removes the folders that the tests of a file have published. */
export async function removeFolders(): Promise<void> {
  delete process.env['BLOG_FOLDER'];
  for (const folder of folders.splice(0))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function openCatalogue(seed: number, gpts?: number): Promise<Catalogue> {
  const blog = await newFolder();
  for (const language of ['en', 'de']) await mkdir(join(blog, language));
  process.env['BLOG_FOLDER'] = blog;
  return smallCatalogue(blog, new Random(seed), 3, gpts);
}

type Requested = {
  isFull?: boolean;
  project?: string;
  messagesFolder?: string;
  progress?: (line: string) => void;
  compressLater?: boolean;
};

export type PublishedSite = ReleaseOutcome & { manifest: Manifest };

export async function publishSite(
  catalogue: Catalogue,
  dataDir: string,
  {
    isFull = false,
    project,
    messagesFolder,
    progress = () => undefined,
    compressLater = false,
  }: Requested = {},
): Promise<PublishedSite> {
  const config = { dataDir, publicUrl: siteOrigin, operator, startingCredits: 10, messagesFolder };
  const outcome = await publish({
    config,
    snapshot: async function* () {
      yield* snapshotLines(catalogue);
    },
    isFull,
    project,
    progress,
    compressLater,
  });
  const manifest = await readRelease(siteFolder(dataDir), outcome.release.id);
  return { ...outcome, manifest };
}

/** A catalogue and a data folder with its release. */
export async function openPublishedSite(seed: number, gpts: number, requested: Requested = {}) {
  const catalogue = await openCatalogue(seed, gpts);
  const dataDir = await newFolder();
  return { catalogue, dataDir, first: await publishSite(catalogue, dataDir, requested) };
}

/** Everything that a release of the catalogue serves after a publish into an empty folder. */
export async function servedByNew(
  catalogue: Catalogue,
  requested: Requested = {},
): Promise<object> {
  return servedBy((await publishSite(catalogue, await newFolder(), requested)).manifest);
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
