import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { blogImages } from '#catalog/blog/images.ts';
import { originOf } from '#catalog/frame.ts';
import { type CheckedLines, readSnapshot, trustLines } from '#catalog/readSnapshot.ts';
import { recallRelated, rememberRelated } from '#catalog/related.ts';
import { defaultLanguage, languages } from '#domain/languages.ts';
import type { ImageContent } from '#domain/pageImage.ts';
import { chatShellPath, gptPath } from '#domain/urls.ts';
import type { Built } from '#build/built.ts';
import type { Bundle } from '#build/bundle.ts';
import { checkContent } from '#build/checkContent.ts';
import { inParallel } from '#build/inParallel.ts';
import { contextsOf } from '#build/digests.ts';
import { type Plan, builtPagesOf, pagesToMake, planSite } from '#build/plan.ts';
import { Renderer } from '#build/renderer.ts';
import { sitemapFiles } from '#build/sitemap.ts';
import { PageStore } from '#build/pageStore.ts';
import { type StoredFile, modulesIn, storeFile } from '#build/storePage.ts';
import { Stopwatch } from '#build/stopwatch.ts';
import type { BuildStep } from '#site/buildJob.ts';
import type { PackedContent } from '#site/manifest.ts';
import { ManifestBuilder } from '#site/manifestBuilder.ts';
import type { StoredRelease } from '#site/storedRelease.ts';

export type BuildInput = {
  store: string;
  bundle: Bundle;
  /** A digest of the code of the pages. */
  code: string;
  /** What is served now, and what it was made of; without them everything is made anew. */
  before: { release: StoredRelease; built: Built } | undefined;
  /** Files of the operator's, by path. */
  ownFiles: ReadonlyMap<string, Buffer>;
  report: (step: BuildStep) => void;
};

export type BuildResult = {
  content: PackedContent;
  /** Of all contents; some come several times. */
  hashes: Iterable<string>;
  built: Built;
  counts: { pages: number; rendered: number; removed: number; images: number };
  seconds: Readonly<Record<string, number>>;
};

const pagesAtOnce = 16;
const imagesAtOnce = 4;

/**
 * Makes what a release of the snapshot and the content serves: plans, renders what has changed, draws the pictures that
 * are new, stores all of it, and takes the rest from the release before. The result is the same, to the byte, as if
 * everything were made anew.
 */
export async function buildSite(input: BuildInput): Promise<BuildResult> {
  // Its thread starts while this one plans.
  const pages = new PageStore(input.store);
  try {
    return await buildWith(pages, input);
  } finally {
    await pages.end();
  }
}

async function buildWith(pages: PageStore, input: BuildInput): Promise<BuildResult> {
  const watch = new Stopwatch(input.report);
  const { before } = input;
  watch.step({ step: 'plan' });
  if (before) trustLines(linesChecked(input.code, before.built));
  const snapshot = readSnapshot();
  recallRelated(snapshot, before?.built.related);
  const plan = planSite(input.code, before?.built);
  const files = new ManifestBuilder(before?.release);
  const rendered = await renderChanged(input, plan, pages, watch);
  takePages(files, plan, rendered);
  const images = await drawImages(input, plan, files, watch);
  watch.step({ step: 'store' });
  await addAssets(input, files);
  addRemoved(files, snapshot.removed);
  const sitemap = await addSitemap(input, plan, files);
  checkContent(files);
  const content = files.pack();
  const { contexts, world, groups } = plan;
  const lines = Object.fromEntries(snapshot.lines);
  return {
    content,
    hashes: files.hashes(),
    built: { related: rememberRelated(snapshot), contexts, world, lines, sitemap, groups },
    counts: {
      pages: plan.paths.size,
      rendered: plan.changedCount,
      removed: countRemoved(before?.built, plan),
      images,
    },
    seconds: watch.end(),
  };
}

/** What the code of the release before checked, this code need not check again. */
function linesChecked(code: string, built: Built): CheckedLines {
  return isMadeBy(code, built) ? built.lines : {};
}

function isMadeBy(code: string, { contexts }: Built): boolean {
  return contexts[defaultLanguage] === contextsOf(code)[defaultLanguage];
}

function countRemoved(before: Built | undefined, { paths }: Plan): number {
  let count = 0;
  for (const [path] of builtPagesOf(before?.groups ?? {})) if (!paths.has(path)) count += 1;
  return count;
}

async function renderChanged(
  { bundle }: BuildInput,
  { changed, changedCount: all }: Plan,
  pages: PageStore,
  watch: Stopwatch,
): Promise<ReadonlyMap<string, StoredFile>> {
  const rendered = new Map<string, StoredFile>();
  if (all === 0) return rendered;
  watch.step({ step: 'render', done: 0, all });
  const renderer = await Renderer.open(bundle);
  // One page is rendered at a time, while the ones before are compressed and written.
  const storing = inParallel(pagesAtOnce);
  for (const group of changed) {
    for (const page of await watch.measure('rendering', async () => pagesToMake(group))) {
      const made = await watch.measure('rendering', () => renderer.render(group.route, page));
      await storing.add(async () => {
        rendered.set(page.path, await pages.keep(page.path, made));
        watch.step({ step: 'render', done: rendered.size, all });
      });
    }
  }
  await storing.end();
  return rendered;
}

/** Puts every page into the release: the rendered ones, and the others from the release before. */
function takePages(
  files: ManifestBuilder,
  { paths }: Plan,
  rendered: ReadonlyMap<string, StoredFile>,
): void {
  for (const [path, made] of rendered) add(files, path, made);
  const taken = files.takeMeant((path) => paths.has(path) && !rendered.has(path));
  if (taken + rendered.size === paths.size) return;
  for (const path of paths) if (!files.get(path)) files.take(path);
}

/** Draws the pictures that the release before does not have; the name of a picture says what is in it. */
async function drawImages(
  { store, before }: BuildInput,
  { images }: Plan,
  files: ManifestBuilder,
  watch: Stopwatch,
): Promise<number> {
  const drawn = [...images].map(([path, content]) => ({ path, make: () => draw(path, content) }));
  const wanted = [...drawn, ...blogImages()];
  const missing = wanted.filter(({ path }) => before?.release.entry(path) === undefined);
  const making = inParallel(imagesAtOnce);
  const made = new Map<string, StoredFile>();
  if (missing.length > 0) watch.step({ step: 'images', done: 0, all: missing.length });
  for (const { path, make } of missing) {
    await making.add(async () => {
      made.set(path, await storeFile(store, path, await make()));
      watch.step({ step: 'images', done: made.size, all: missing.length });
    });
  }
  await making.end();
  for (const { path } of wanted) {
    const stored = made.get(path);
    if (stored) add(files, path, stored);
    else files.take(path);
  }
  return missing.length;
}

async function draw(path: string, content: ImageContent | undefined): Promise<Buffer> {
  if (content === undefined) throw new Error(`The release before does not have ${path}`);
  // Most publishes have no new picture, and need nothing of what draws them.
  const { drawImage } = await import('#build/images/drawImage.ts');
  return drawImage(content);
}

/** The files for browsers that belong to the bundle, and the operator's own. */
async function addAssets(
  { store, bundle, code, before, ownFiles }: BuildInput,
  files: ManifestBuilder,
) {
  const same = before && isMadeBy(code, before.built) ? before.release : undefined;
  const atOnce = modulesAtOnce(files);
  const found = await readdir(bundle.assets, { recursive: true, withFileTypes: true });
  const assets = found.filter((entry) => entry.isFile());
  for (const entry of assets) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(bundle.assets.length).replaceAll('\\', '/');
    const effort = atOnce.has(path) ? 'thorough' : 'quick';
    if (same?.entry(path)) files.take(path);
    else add(files, path, await storeFile(store, path, await readFile(file), effort));
  }
  for (const [path, content] of ownFiles) {
    add(files, path, await storeFile(store, path, content));
  }
}

/** What somebody waits for who opens the chat area: fifty milliseconds on a phone are worth half a second here. */
function modulesAtOnce(files: ManifestBuilder): ReadonlySet<string> {
  const page = files.get(chatShellPath(defaultLanguage));
  return new Set(page ? modulesIn(files.headersOf(page)) : []);
}

/** A GPT that was taken out answers 410 in every language. */
function addRemoved(files: ManifestBuilder, ids: readonly string[]): void {
  for (const language of languages) {
    const page = files.get(`/${language}/410`);
    if (page === undefined) throw new Error(`The site has no page /${language}/410`);
    for (const id of ids) {
      files.add(gptPath(language, id), { ...page, status: 410 }, files.headersOf(page));
    }
  }
}

/** A part whose pages are the same, with the same dates, is taken from the release before. */
async function addSitemap(
  { store, before }: BuildInput,
  { groups }: Plan,
  files: ManifestBuilder,
): Promise<Record<string, string>> {
  const keys: Record<string, string> = {};
  const origin = originOf();
  if (origin === null) return keys;
  const listed = [...builtPagesOf(groups)]
    .filter(([, [, , isListed]]) => isListed === 1)
    .map(([path, [, modified]]) => ({ path, modified }));
  for (const { path, key, content } of sitemapFiles(listed, origin)) {
    keys[path] = key;
    if (before?.built.sitemap[path] === key) files.take(path);
    else add(files, path, await storeFile(store, path, Buffer.from(content())));
  }
  return keys;
}

function add(files: ManifestBuilder, path: string, { file, headers }: StoredFile): void {
  files.add(path, file, headers);
}
