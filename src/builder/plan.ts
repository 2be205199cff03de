import type { BuildRecord, BuiltGroup, BuiltGroups, BuiltPage } from '#builder/buildRecord.ts';
import {
  Digester,
  digest,
  languageDigestsOf,
  messageLanguageOf,
  siteDigestOf,
} from '#builder/digests.ts';
import { isListed } from '#builder/sitemap.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import type { AnySitePage, PageGroup } from '#catalog/site/sitePage.ts';
import { type SiteRoute, groupsOfRoute, siteRoutes } from '#catalog/site/sitePages.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { ImageContent } from '#domain/site/pageImage.ts';

/**
 * Pages of a group to render. Their views are computed again then, because those of a whole site do not fit in memory.
 */
export type ChangedGroup = { route: SiteRoute; group: PageGroup; paths: ReadonlySet<string> };

/** The pages of a release, and which of them must be rendered. */
export type Plan = {
  /** For each language, a digest of its messages and of the code. */
  languageDigests: Readonly<Record<Language, string>>;
  /** A digest of the inputs that all pages share. */
  siteDigest: string;
  /** Every page in its group, to be stored for the next plan. */
  groups: BuiltGroups;
  /** The paths of all pages. */
  paths: ReadonlySet<string>;
  /** The pages that differ from those of the previous release, and their number. */
  changed: readonly ChangedGroup[];
  changedCount: number;
  /**
   * The pictures of all pages by path; `undefined` if only reused groups have the picture, so that the previous release
   * has it.
   */
  images: ReadonlyMap<string, ImageContent | undefined>;
};

/**
 * Compares every page with the record of the previous release. A group with the same inputs is reused as a whole; in
 * other groups each page is compared, which takes a thousandth of the time of rendering it. So no code needs to know
 * which pages a change affects.
 */
export function planSite(
  context: BuildContext,
  code: string,
  before: BuildRecord | undefined,
): Plan {
  const languageDigests = languageDigestsOf(code);
  const siteDigest = siteDigestOf(context, languageDigests);
  const known = before?.siteDigest === siteDigest ? before.groups : {};
  const planner = new Planner(languageDigests, before);
  const groups: Record<string, Record<string, BuiltGroup>> = {};
  for (const route of siteRoutes) {
    const planned: Record<string, BuiltGroup> = {};
    for (const group of groupsOfRoute(context, route)) {
      const modified = group.modified?.() ?? '';
      // With the time of the last change, which the sitemap shows.
      const inputs = group.inputs && digest(`${modified}\n${group.inputs()}`);
      const name = nameOf(group);
      const same = known[route]?.[name];
      const isSame = same !== undefined && inputs !== null && same.inputs === inputs;
      planned[name] = isSame
        ? planner.reuse(same)
        : planner.compare(route, group, { inputs, modified });
    }
    groups[route] = planned;
  }
  const { paths, changed, images } = planner;
  const changedCount = changed.reduce((sum, one) => sum + one.paths.size, 0);
  return { languageDigests, siteDigest, groups, paths, changed, changedCount, images };
}

/** Returns the pages of a group to render. */
export function pagesToRender({ group, paths }: ChangedGroup): AnySitePage[] {
  return [...group.pages()].filter(({ path }) => paths.has(path));
}

/** Returns the key of a group for an object, with a slash, because a tag may be called `constructor`. */
function nameOf({ key }: PageGroup): string {
  return `/${key}`;
}

class Planner {
  readonly paths = new Set<string>();
  readonly changed: ChangedGroup[] = [];
  readonly images = new Map<string, ImageContent | undefined>();
  readonly #languageDigests: Readonly<Record<Language, string>>;
  readonly #before: BuildRecord | undefined;
  readonly #known: PageMemory;
  readonly #digester = new Digester();

  constructor(
    languageDigests: Readonly<Record<Language, string>>,
    before: BuildRecord | undefined,
  ) {
    this.#languageDigests = languageDigests;
    this.#before = before;
    this.#known = new PageMemory(before);
  }

  /** Takes over a group of which no page has changed. */
  reuse(group: BuiltGroup): BuiltGroup {
    for (const path in group.pages) this.#note(path);
    for (const path of group.images) if (!this.images.has(path)) this.images.set(path, undefined);
    return group;
  }

  /** Compares each page of a group with its record. */
  compare(
    route: SiteRoute,
    group: PageGroup,
    { inputs, modified }: { inputs: string | null; modified: string },
  ): BuiltGroup {
    const pages: Record<string, BuiltPage> = {};
    const images = new Set<string>();
    const changed = new Set<string>();
    for (const page of group.pages()) {
      const { path } = page;
      this.#note(path);
      const image = page.frame?.image;
      if (image) {
        images.add(image.path);
        this.images.set(image.path, image.content);
      }
      const content = this.#digester.digestOf(route, page);
      const isSameContent = this.#known.find(route, nameOf(group), path)?.[0] === content;
      pages[path] = [content, page.modified ?? modified, isListed(page) ? 1 : 0];
      const language = messageLanguageOf(page);
      const isSame =
        isSameContent &&
        this.#before?.languageDigests[language] === this.#languageDigests[language];
      if (!isSame) changed.add(path);
    }
    if (changed.size > 0) this.changed.push({ route, group, paths: changed });
    return { inputs, pages, images: [...images] };
  }

  #note(path: string): void {
    if (this.paths.has(path)) throw new Error(`Two pages of the site have the path ${path}`);
    this.paths.add(path);
  }
}

/** Finds the record of a page. If other code has put the page into another group, all groups are searched. */
class PageMemory {
  readonly #groups: BuiltGroups;
  #all: Map<string, BuiltPage> | undefined;

  constructor(before: BuildRecord | undefined) {
    this.#groups = before?.groups ?? {};
  }

  find(route: string, name: string, path: string): BuiltPage | undefined {
    const known = this.#groups[route]?.[name]?.pages[path];
    if (known) return known;
    this.#all ??= new Map(builtPagesOf(this.#groups));
    return this.#all.get(path);
  }
}

/** Yields every page of the groups with its path. */
export function* builtPagesOf(groups: BuiltGroups): Generator<[path: string, page: BuiltPage]> {
  for (const ofRoute of Object.values(groups)) {
    for (const { pages } of Object.values(ofRoute)) yield* Object.entries(pages);
  }
}
