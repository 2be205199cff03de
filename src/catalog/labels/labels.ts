import { memoise } from '#catalog/memoise.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { slugOf } from '#catalog/labels/labelSlugs.ts';
import { leastTagged } from '#domain/gpts/gpts.ts';
import { type ContentMarks, cleanText, contentMarks } from '#domain/texts/text.ts';

/** The kinds of labels that have pages of their own. */
export type LabelKind = 'tag' | 'author';

/** A tag or an author in all spellings, with its GPTs. */
export type Label = {
  /** The name in paths. */
  slug: string;
  /** The spelling that most of its GPTs use. */
  name: string;
  marks: ContentMarks;
  /** Most used first. */
  gpts: readonly Gpt[];
};

/** A label for a link to its pages. */
export type LabelName = Pick<Label, 'slug' | 'name' | 'marks'>;

/** Returns every label of a kind by its slug, ordered by number of GPTs, then by slug. */
export function labelsOf(snapshot: Snapshot, kind: LabelKind): ReadonlyMap<string, Label> {
  return (kind === 'tag' ? tagLabels : authorLabels)(snapshot);
}

const tagLabels = memoise((snapshot: Snapshot) => makeLabels(snapshot, 'tag'));
const authorLabels = memoise((snapshot: Snapshot) => makeLabels(snapshot, 'author'));

/** Returns a GPT’s author; `undefined` if the author is unknown. */
export function authorOf(snapshot: Snapshot, gpt: Gpt): Label | undefined {
  return labelsOf(snapshot, 'author').get(slugOf(cleanText(gpt.author ?? '')));
}

export function labelNameOf({ slug, name, marks }: Label): LabelName {
  return { slug, name, marks };
}

/**
 * Whether a label has pages. Every author has. A tag of only one GPT has none, because they would repeat the pages of that
 * GPT.
 */
export function hasPages(kind: LabelKind, label: Label | undefined): boolean {
  if (label === undefined) return false;
  return kind === 'author' || label.gpts.length >= leastTagged;
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
  const labels = labelsOf(snapshot, 'tag');
  return [...tags].map(([slug, name]) => ({ name, hasPages: hasPages('tag', labels.get(slug)) }));
}

/** Returns at most `most` tags with pages that the GPTs with a label have most often, without the label itself. */
export function tagsBeside(
  snapshot: Snapshot,
  kind: LabelKind,
  label: Label,
  most: number,
): LabelName[] {
  const counts = new Map<string, number>();
  for (const gpt of label.gpts) {
    for (const slug of tagSlugsOf(gpt)) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  }
  if (kind === 'tag') counts.delete(label.slug);
  const tags = labelsOf(snapshot, 'tag');
  return [...counts]
    .toSorted(byCountThenName)
    .flatMap(([slug]) => tags.get(slug) ?? [])
    .filter((tag) => hasPages('tag', tag))
    .slice(0, most)
    .map(labelNameOf);
}

/** Memoised, because each GPT has several labels. */
const tagSlugsOf = memoise((gpt: Gpt): ReadonlySet<string> => new Set(gpt.tags.map(slugOf)));

type Gathered = { spellings: Map<string, number>; gpts: Gpt[] };

function makeLabels(snapshot: Snapshot, kind: LabelKind): ReadonlyMap<string, Label> {
  const gathered = new Map<string, Gathered>();
  for (const gpt of snapshot.gpts) {
    for (const spelling of spellingsOf(kind, gpt)) {
      const slug = slugOf(spelling);
      const label = gathered.get(slug) ?? { spellings: new Map<string, number>(), gpts: [] };
      label.spellings.set(spelling, (label.spellings.get(spelling) ?? 0) + 1);
      if (label.gpts.at(-1) !== gpt) label.gpts.push(gpt);
      gathered.set(slug, label);
    }
  }
  const labels = [...gathered].map(([slug, label]) => [slug, finish(slug, label)] as const);
  return new Map(
    labels.toSorted(([one, { gpts }], [other, label]) =>
      byCountThenName([one, gpts.length], [other, label.gpts.length]),
    ),
  );
}

function finish(slug: string, { spellings, gpts }: Gathered): Label {
  const [[name] = [slug]] = [...spellings].toSorted(byCountThenName);
  const languages = new Set(gpts.map(({ lang }) => lang));
  const [lang = null] = languages;
  return { slug, name, marks: contentMarks(languages.size === 1 ? lang : null), gpts };
}

/** Returns the labels of a GPT as its author spells them, without those of only control characters and spaces. */
function spellingsOf(kind: LabelKind, gpt: Gpt): string[] {
  const spellings = kind === 'tag' ? gpt.tags : [gpt.author ?? ''];
  return spellings.map(cleanText).filter((spelling) => slugOf(spelling) !== '');
}

function byCountThenName(one: readonly [string, number], other: readonly [string, number]): number {
  if (one[1] !== other[1]) return other[1] - one[1];
  return one[0] < other[0] ? -1 : 1;
}
