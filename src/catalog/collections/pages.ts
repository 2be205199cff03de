import type { BuildContext } from '#catalog/buildContext.ts';
import { cardsOf } from '#catalog/gpts/cards.ts';
import {
  type ShownCollection,
  shownCollections,
  textFor,
} from '#catalog/collections/shownCollections.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import { modifiedList, newestOf } from '#catalog/site/modified.ts';
import { pageImage } from '#catalog/site/openGraph.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { ViewGroup } from '#catalog/site/sitePage.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { Card } from '#domain/gpts/card.ts';
import { markOf } from '#domain/gpts/mark.ts';
import type { Day } from '#domain/dates.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { clip } from '#domain/texts/text.ts';
import { collectionPath, collectionsPath } from '#domain/gpts/gptPaths.ts';
import { translator } from '#i18n/translate.ts';

/** A link to a collection. `language` is that of its texts. */
export type CollectionLink = {
  slug: string;
  title: string;
  text: string;
  language: Language;
  count: number;
  /** The first of its GPTs that have different glyphs. */
  first: readonly Card[];
};

/** The view of the page of a collection. */
export type CollectionView = {
  frame: Frame;
  slug: string;
  title: string;
  paragraphs: readonly string[];
  /** The language of title and text, which differs from that of the page without a translation. */
  language: Language;
  author: string;
  day: Day;
  cards: readonly Card[];
  others: readonly CollectionLink[];
};

/** The view of the page of all collections, newest first. */
export type CollectionsView = { frame: Frame; collections: readonly CollectionLink[] };

const othersAtMost = 6;
const firstAtMost = 4;
/** Characters of the text on a card, the same as of a GPT's description. */
const textCharacters = 140;

/** Returns the pages of collections, in one group per collection and language. */
export function collectionGroups(context: BuildContext): ViewGroup<CollectionView>[] {
  const { snapshot } = context;
  const collections = shownCollections(context);
  return collections.flatMap((collection, index) =>
    languages.map((language) => {
      const others = othersBeside(collections, index);
      const gpts = collection.gpts[language];
      return {
        key: `${language}/${collection.slug}`,
        inputs: () =>
          JSON.stringify([
            textFor(collection, language),
            [...collection.texts.keys()],
            [collection.author, collection.day, linesOfGpts(snapshot, gpts)],
            others.map((other) => linkInputs(snapshot, other, language)),
          ]),
        views: () => [collectionPage(context, collection, others, language)],
        modified: () => newestOf([collection.day, modifiedList(snapshot, gpts)]),
      };
    }),
  );
}

/** Returns the page of all collections, in one group per language. */
export function collectionIndexGroups(context: BuildContext): ViewGroup<CollectionsView>[] {
  const { snapshot } = context;
  const collections = shownCollections(context);
  return languages.map((language) => ({
    key: language,
    inputs: () => JSON.stringify(collections.map((one) => linkInputs(snapshot, one, language))),
    views: () => {
      const image = pageImage(language, translator(language, 'collections')('heading'));
      return [
        {
          frame: frameOf(context, language, collectionsPath(language), image),
          collections: collections.map((one) => linkOf(one, language)),
        },
      ];
    },
    modified: () => newestOf(collections.map(({ day }) => day)),
  }));
}

/** Returns the link to a collection on pages of a language. */
export function linkOf(collection: ShownCollection, language: Language): CollectionLink {
  const { title, paragraphs, language: written } = textFor(collection, language);
  const gpts = collection.gpts[language];
  return {
    slug: collection.slug,
    title,
    text: clip(paragraphs[0] ?? '', textCharacters),
    language: written,
    count: gpts.length,
    first: cardsOf(firstGpts(gpts)),
  };
}

/** Returns all inputs of `linkOf` in short form. */
function linkInputs(snapshot: Snapshot, collection: ShownCollection, language: Language): unknown {
  const { first: _, ...texts } = linkOf(collection, language);
  return [texts, linesOfGpts(snapshot, firstGpts(collection.gpts[language]))];
}

/** Returns the first GPTs with different glyphs, because equal marks beside each other look like a mistake. */
function firstGpts(gpts: readonly Gpt[]): Gpt[] {
  const byGlyph = new Map<string, Gpt>();
  for (const gpt of gpts) {
    const { glyph } = markOf(gpt);
    if (!byGlyph.has(glyph)) byGlyph.set(glyph, gpt);
  }
  return [...byGlyph.values()].slice(0, firstAtMost);
}

function collectionPage(
  context: BuildContext,
  collection: ShownCollection,
  others: readonly ShownCollection[],
  language: Language,
): CollectionView {
  const { slug, author, day, texts, gpts } = collection;
  const { title, paragraphs, language: written } = textFor(collection, language);
  const path = collectionPath(language, slug);
  const frame = frameOf(context, language, path, pageImage(written, title));
  return {
    frame: texts.size === languages.length ? frame : { ...frame, translations: [...texts.keys()] },
    slug,
    title,
    paragraphs,
    language: written,
    author,
    day,
    cards: cardsOf(gpts[language]),
    others: others.map((other) => linkOf(other, language)),
  };
}

/** Returns the collections after this one, and then those from the start of the list, so that each gets links. */
function othersBeside(
  collections: readonly ShownCollection[],
  index: number,
): readonly ShownCollection[] {
  return [...collections.slice(index + 1), ...collections.slice(0, index)].slice(0, othersAtMost);
}
