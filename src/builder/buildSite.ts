import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { blogImages } from '#catalog/blog/images.ts';
import { type BuildContext, makeBuildContext, readContent } from '#catalog/buildContext.ts';
import type { BuildSettings } from '#catalog/buildSettings.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { mapConcurrently } from '#domain/concurrency.ts';
import { defaultLanguage, languages } from '#domain/languages/languages.ts';
import { chatShellPath } from '#domain/chat/chatPaths.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import type { BuildRecord } from '#builder/buildRecord.ts';
import type { Bundle } from '#builder/bundle.ts';
import { Drawing, picturesOf } from '#builder/images/drawing.ts';
import { languageDigestsOf } from '#builder/digests.ts';
import { type Plan, builtPagesOf, pagesToRender, planSite } from '#builder/plan.ts';
import { Renderer } from '#builder/renderer.ts';
import { sitemapFiles } from '#builder/sitemap.ts';
import { StoreThread } from '#builder/storeThread.ts';
import { type StoredFile, modulesIn, storeFile } from '#builder/releaseFiles.ts';
import { Stopwatch } from '#builder/stopwatch.ts';
import type { BuildStep } from '#release/builderProtocol.ts';
import type { PackedContent } from '#release/manifest.ts';
import { ManifestBuilder } from '#release/manifestBuilder.ts';
import type { StoredRelease } from '#release/storedRelease.ts';
import { htmlType } from '#release/fileTypes.ts';

export type BuildInput = {
  settings: BuildSettings;
  /** The snapshot as text. */
  snapshot: Buffer;
  store: string;
  /** The file for hashes of fast compressed pages; `undefined` if they will not be compressed again. */
  recompressList: string | undefined;
  /** Possibly still pending: planning and drawing do not need it. */
  bundle: Promise<Bundle>;
  /** A digest of the code of the pages. */
  code: string;
  /** The served release and its record. Without them everything is rendered again. */
  before: { release: StoredRelease; built: BuildRecord } | undefined;
  /** The operator's own files, by path. */
  ownFiles: ReadonlyMap<string, Buffer>;
  report: (step: BuildStep) => void;
};

export type BuildResult = {
  /** The context from which the pages were rendered. */
  context: BuildContext;
  content: PackedContent;
  /** The hashes of all contents, with repetitions. */
  hashes: Iterable<string>;
  built: BuildRecord;
  counts: { pages: number; rendered: number; removed: number; images: number };
  seconds: Readonly<Record<string, number>>;
};

const pagesAtOnce = 16;
/** With fewer pages, fast compression is not used: it would save less than a second. */
const leastFastPages = 300;

/**
 * Builds the content of a release: plans, renders changed pages, draws new pictures, stores them, and reuses the rest
 * of the previous release. The result is byte for byte the same as that of a full build.
 */
export async function buildSite(input: BuildInput): Promise<BuildResult> {
  const pages = input.bundle.then(({ assets }) => new StoreThread(input.store, assets));
  // Rendering awaits it and throws the rejection. Without this line a rejection during planning would end the process.
  pages.catch(() => undefined);
  // If there is a bundle, the thread starts while this one plans.
  await setImmediate();
  try {
    return await buildWith(pages, input);
  } finally {
    await pages.then((thread) => thread.end()).catch(() => undefined);
  }
}

/** Returns whether the promise is settled. Ignores a rejection, which is thrown where the promise is awaited. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  const first = await Promise.race([promise, setImmediate(pending)]).catch(() => undefined);
  return first !== pending;
}

async function buildWith(pages: Promise<StoreThread>, input: BuildInput): Promise<BuildResult> {
  const watch = new Stopwatch(input.report);
  const { before } = input;
  watch.step({ step: 'plan' });
  const same = before && hasSameCode(input.code, before.built) ? before : undefined;
  const context = contextOf(input, same?.built);
  const { snapshot } = context;
  const plan = planSite(context, input.code, before?.built);
  const files = new ManifestBuilder(before?.release);
  const drawing = new Drawing(input.store, before?.release, [
    ...picturesOf(plan.images),
    ...blogImages(context),
  ]);
  if (!(await isSettled(pages))) watch.step({ step: 'bundle' });
  const storeThread = await pages;
  const rendered = await renderChanged(input, plan, storeThread, watch);
  // Frees its memory before the release is packed, when a build needs most.
  await storeThread.end();
  takePages(files, plan, rendered);
  await drawing.addTo(files, watch);
  watch.step({ step: 'store' });
  await addAssets(input, same?.release, files);
  addRemoved(files, snapshot.removed);
  const sitemap = await addSitemap(input.store, context, plan, {
    files,
    known: same?.built.sitemap ?? {},
  });
  checkContent(files);
  const content = files.pack();
  const { languageDigests, siteDigest, groups } = plan;
  const lines = Object.fromEntries(snapshot.lines);
  return {
    content,
    hashes: files.hashes(),
    context,
    built: {
      related: context.related,
      languageDigests,
      siteDigest,
      lines,
      sitemap,
      groups,
    },
    counts: {
      pages: plan.paths.size,
      rendered: plan.changedCount,
      removed: countRemoved(before?.built, plan),
      images: drawing.missing,
    },
    seconds: watch.end(),
  };
}

/**
 * Returns the context from which every page of this build is rendered. With a record of the `same` code, its lines are not
 * validated again and its related GPTs are reused.
 */
function contextOf(
  { settings, snapshot }: BuildInput,
  same: BuildRecord | undefined,
): BuildContext {
  return makeBuildContext({
    settings,
    snapshot: parseSnapshot(snapshot, same?.lines ?? {}),
    content: readContent(settings),
    related: same?.related,
  });
}

/** Whether the code of a record, and its English messages, are those of `code`. */
function hasSameCode(code: string, { languageDigests }: BuildRecord): boolean {
  return languageDigests[defaultLanguage] === languageDigestsOf(code)[defaultLanguage];
}

function countRemoved(before: BuildRecord | undefined, { paths }: Plan): number {
  let count = 0;
  for (const [path] of builtPagesOf(before?.groups ?? {})) if (!paths.has(path)) count += 1;
  return count;
}

async function renderChanged(
  { bundle, recompressList }: BuildInput,
  { changed, changedCount: all }: Plan,
  pages: StoreThread,
  watch: Stopwatch,
): Promise<ReadonlyMap<string, StoredFile>> {
  const rendered = new Map<string, StoredFile>();
  if (all === 0) return rendered;
  watch.step({ step: 'render', done: 0, all });
  const renderer = await Renderer.open(await bundle);
  const list = all >= leastFastPages ? recompressList : undefined;
  // Pages are rendered one at a time, while earlier ones are compressed and written.
  const made = renderPages(renderer, changed, watch);
  await mapConcurrently(made, pagesAtOnce, async ({ path, page }) => {
    rendered.set(path, await pages.keep(path, page, list));
    watch.step({ step: 'render', done: rendered.size, all });
  });
  return rendered;
}

async function* renderPages(renderer: Renderer, changed: Plan['changed'], watch: Stopwatch) {
  for (const group of changed) {
    for (const page of await watch.measure('rendering', async () => pagesToRender(group))) {
      const made = await watch.measure('rendering', () => renderer.render(group.route, page));
      yield { path: page.path, page: made };
      // Pictures and the responses of the store thread need the event loop, for which rendering never waits.
      await setImmediate();
    }
  }
}

/** Adds every page to the release: the rendered ones, and the others from the previous release. */
function takePages(
  files: ManifestBuilder,
  { paths }: Plan,
  rendered: ReadonlyMap<string, StoredFile>,
): void {
  for (const [path, made] of rendered) add(files, path, made);
  const taken = files.takeMatching((path) => paths.has(path) && !rendered.has(path));
  if (taken + rendered.size === paths.size) return;
  for (const path of paths) if (!files.get(path)) files.take(path);
}

/** Adds the assets of the bundle, and the files of the operator. */
async function addAssets(
  { store, bundle, ownFiles }: BuildInput,
  same: StoredRelease | undefined,
  files: ManifestBuilder,
) {
  const { assets: folder } = await bundle;
  const atOnce = modulesAtOnce(files);
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const assets = found.filter((entry) => entry.isFile());
  for (const entry of assets) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length).replaceAll('\\', '/');
    const effort = atOnce.has(path) ? 'thorough' : 'quick';
    if (same?.entry(path)) files.take(path);
    else add(files, path, await storeFile(store, path, await readFile(file), effort));
  }
  for (const [path, content] of ownFiles) {
    add(files, path, await storeFile(store, path, content));
  }
}

/** Returns the modules that the chat area loads first. They get the best compression, because users wait for them. */
function modulesAtOnce(files: ManifestBuilder): ReadonlySet<string> {
  const page = files.get(chatShellPath(defaultLanguage));
  return new Set(page ? modulesIn(files.headersOf(page)) : []);
}

/** Adds the page of removed GPTs, with status 410, for each of them in every language. */
function addRemoved(files: ManifestBuilder, ids: readonly string[]): void {
  for (const language of languages) {
    const page = files.get(`/${language}/410`);
    if (page === undefined) throw new Error(`The site has no page /${language}/410`);
    for (const id of ids) {
      files.add(gptPath(language, id), { ...page, status: 410 }, files.headersOf(page));
    }
  }
}

/**
 * Adds the sitemap. A part with the same key as in `known`, made by the same code, is reused from the previous release.
 */
async function addSitemap(
  store: string,
  { origin }: BuildContext,
  { groups }: Plan,
  { files, known }: { files: ManifestBuilder; known: BuildRecord['sitemap'] },
): Promise<Record<string, string>> {
  const keys: Record<string, string> = {};
  if (origin === null) return keys;
  const listed = [...builtPagesOf(groups)]
    .filter(([, [, , isListed]]) => isListed === 1)
    .map(([path, [, modified]]) => ({ path, modified }));
  for (const { path, key, content } of sitemapFiles(listed, origin)) {
    keys[path] = key;
    if (known[path] === key) files.take(path);
    else add(files, path, await storeFile(store, path, Buffer.from(content())));
  }
  return keys;
}

function add(files: ManifestBuilder, path: string, { file, headers }: StoredFile): void {
  files.add(path, file, headers);
}

/** Throws if an essential page is missing, because such a site must not be published. */
export function checkContent(files: Pick<ManifestBuilder, 'get'>): void {
  const missing = languages
    .flatMap((language) => [`/${language}`, `/${language}/404`])
    .filter((path) => files.get(path)?.type !== htmlType);
  if (missing.length === 0) return;
  throw new Error(`The rendered site lacks ${missing.slice(0, 6).join(', ')}; it is not published`);
}
