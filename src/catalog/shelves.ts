import { memoise } from '#catalog/memoise.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import { slugOf } from '#catalog/labelSlugs.ts';
import { leastTagged } from '#domain/gpts.ts';
import { type ContentMarks, cleanText, contentMarks } from '#domain/text.ts';

/** The kinds of shelves. A shelf has the GPTs with a tag or of an author, in all spellings. */
export type ShelfKind = 'tag' | 'author';

export type Shelf = {
  /** The name in paths. */
  slug: string;
  /** The spelling that most of its GPTs use. */
  name: string;
  marks: ContentMarks;
  /** Most used first. */
  gpts: readonly Gpt[];
};

/** A shelf (a tag or an author) for a link to it. */
export type ShelfName = Pick<Shelf, 'slug' | 'name' | 'marks'>;

/** Returns every shelf of a kind by its slug, ordered by number of GPTs, then by slug. */
export function shelvesOf(snapshot: Snapshot, kind: ShelfKind): ReadonlyMap<string, Shelf> {
  return (kind === 'tag' ? tagShelves : authorShelves)(snapshot);
}

const tagShelves = memoise((snapshot: Snapshot) => makeShelves(snapshot, 'tag'));
const authorShelves = memoise((snapshot: Snapshot) => makeShelves(snapshot, 'author'));

/** Returns the shelf of a GPT’s author; `undefined` if the author is unknown. */
export function authorShelfOf(snapshot: Snapshot, gpt: Gpt): Shelf | undefined {
  return shelvesOf(snapshot, 'author').get(slugOf(cleanText(gpt.author ?? '')));
}

export function shelfNameOf({ slug, name, marks }: Shelf): ShelfName {
  return { slug, name, marks };
}

/**
 * Whether a shelf has pages. Every author has. A tag of only one GPT has none, because they would repeat the pages of that
 * GPT.
 */
export function hasPages(kind: ShelfKind, shelf: Shelf | undefined): boolean {
  if (shelf === undefined) return false;
  return kind === 'author' || shelf.gpts.length >= leastTagged;
}

/**
 * Returns the tags of a GPT in its author's spelling (the first one, if there are several), and whether each has pages.
 */
export function tagsOf(snapshot: Snapshot, gpt: Gpt): { name: string; hasPages: boolean }[] {
  const tags = new Map<string, string>();
  for (const tag of gpt.tags) {
    const name = cleanText(tag);
    const slug = slugOf(name);
    if (slug !== '' && !tags.has(slug)) tags.set(slug, name);
  }
  const shelves = shelvesOf(snapshot, 'tag');
  return [...tags].map(([slug, name]) => ({ name, hasPages: hasPages('tag', shelves.get(slug)) }));
}

/** Returns at most `most` tags with pages that the GPTs of a shelf have most often, without the shelf’s own tag. */
export function tagsBeside(
  snapshot: Snapshot,
  kind: ShelfKind,
  shelf: Shelf,
  most: number,
): ShelfName[] {
  const counts = new Map<string, number>();
  for (const gpt of shelf.gpts) {
    for (const slug of tagSlugsOf(gpt)) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  }
  if (kind === 'tag') counts.delete(shelf.slug);
  const tags = shelvesOf(snapshot, 'tag');
  return [...counts]
    .toSorted(byCountThenName)
    .flatMap(([slug]) => tags.get(slug) ?? [])
    .filter((tag) => hasPages('tag', tag))
    .slice(0, most)
    .map(shelfNameOf);
}

/** Memoised, because each GPT is on several shelves. */
const tagSlugsOf = memoise((gpt: Gpt): ReadonlySet<string> => new Set(gpt.tags.map(slugOf)));

type Gathered = { spellings: Map<string, number>; gpts: Gpt[] };

function makeShelves(snapshot: Snapshot, kind: ShelfKind): ReadonlyMap<string, Shelf> {
  const gathered = new Map<string, Gathered>();
  for (const gpt of snapshot.gpts) {
    for (const label of labelsOf(kind, gpt)) {
      const slug = slugOf(label);
      const shelf = gathered.get(slug) ?? { spellings: new Map<string, number>(), gpts: [] };
      shelf.spellings.set(label, (shelf.spellings.get(label) ?? 0) + 1);
      if (shelf.gpts.at(-1) !== gpt) shelf.gpts.push(gpt);
      gathered.set(slug, shelf);
    }
  }
  const shelves = [...gathered].map(([slug, shelf]) => [slug, finish(slug, shelf)] as const);
  return new Map(
    shelves.toSorted(([one, { gpts }], [other, shelf]) =>
      byCountThenName([one, gpts.length], [other, shelf.gpts.length]),
    ),
  );
}

function finish(slug: string, { spellings, gpts }: Gathered): Shelf {
  const [[name] = [slug]] = [...spellings].toSorted(byCountThenName);
  const languages = new Set(gpts.map(({ lang }) => lang));
  const [lang = null] = languages;
  return { slug, name, marks: contentMarks(languages.size === 1 ? lang : null), gpts };
}

/** Returns the labels of a GPT, without labels that have only control characters and spaces. */
function labelsOf(kind: ShelfKind, gpt: Gpt): string[] {
  const labels = kind === 'tag' ? gpt.tags : [gpt.author ?? ''];
  return labels.map(cleanText).filter((label) => slugOf(label) !== '');
}

function byCountThenName(one: readonly [string, number], other: readonly [string, number]): number {
  if (one[1] !== other[1]) return other[1] - one[1];
  return one[0] < other[0] ? -1 : 1;
}
