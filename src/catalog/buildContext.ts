import { join } from 'node:path';
import { BlogPictures } from '#catalog/blog/images.ts';
import { type Blog, publishedPosts } from '#catalog/blog/publishedPosts.ts';
import { type PostFiles, readHelp, readPosts } from '#catalog/blog/readPosts.ts';
import type { BuildSettings, Shop } from '#catalog/buildSettings.ts';
import {
  type CollectionFiles,
  collectionFolders,
  readCollections,
} from '#catalog/collections/readCollections.ts';
import { type AnnouncedPromotion, announcedPromotion } from '#catalog/site/announcements.ts';
import type { Operator } from '#catalog/site/frame.ts';
import { rankedRanges } from '#catalog/ranking/rankedRanges.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type RelatedMemory, recallRelated } from '#catalog/gpts/related.ts';
import { publishingDay } from '#catalog/today.ts';
import type { Licence } from '#domain/ranking/licence.ts';
import { type MenuModels, menuModelsOf } from '#domain/models/menuModels.ts';
import type { RankingRange } from '#domain/ranking/ranking.ts';
import { sourceFolder } from '#i18n/sourceFolder.ts';

/**
 * All data of the pages of a site, except code and messages. It is created once at the start of a build and passed to every
 * function of the catalogue, which depends on nothing else.
 */
export type BuildContext = {
  snapshot: Snapshot;
  /** The public origin without a trailing slash; `null` in development. */
  origin: string | null;
  operator: Operator;
  shop: Shop;
  /** The licence of rankings: its name and address. */
  rankingLicence: Licence;
  /** The promotion in the banner of all pages. */
  promotion: AnnouncedPromotion | null;
  /** The models in the menu. */
  menu: MenuModels;
  /** The ranges that have a ranking, in the order of the tabs. */
  ranges: readonly RankingRange[];
  blog: Blog;
  /** The help pages, which are read like posts. */
  help: Blog;
  collections: CollectionFiles;
  /** The related GPTs computed so far: a cache, which the next publish gets. */
  related: RelatedMemory;
};

/** The files of editors and operators, read and checked. */
export type Content = { posts: PostFiles; help: PostFiles; collections: CollectionFiles };

/** The inputs of a context. */
export type ContextParts = {
  settings: BuildSettings;
  snapshot: Snapshot;
  content: Content;
  /** The cache of related GPTs from an earlier publish. */
  related?: RelatedMemory | undefined;
};

/** Reads posts, help pages and collections. Returns `before` if no file has changed since. Throws an error if a post is invalid. */
export function readContent(settings: BuildSettings, before?: Content): Content {
  const posts = readPosts(blogFolder(settings), before?.posts);
  const help = readHelp(helpFolder(), before?.help);
  const folders = collectionFolders(settings.collectionsFolder);
  const collections = readCollections(folders, before?.collections);
  const isSame =
    posts === before?.posts && help === before.help && collections === before.collections;
  return isSame ? before : { posts, help, collections };
}

export function makeBuildContext(parts: ContextParts): BuildContext {
  const { settings, snapshot, content, related } = parts;
  const { origin, operator, shop, rankingLicence, showsDrafts } = settings;
  const today = publishingDay(snapshot);
  const blogOf = ({ posts }: PostFiles, folder: string, showsAll = showsDrafts): Blog => ({
    posts,
    published: publishedPosts(today, posts, showsAll),
    pictures: new BlogPictures(folder),
  });
  return {
    snapshot,
    origin,
    operator,
    shop,
    rankingLicence,
    promotion: announcedPromotion(today, operator.sells),
    menu: menuModelsOf(snapshot.models),
    ranges: rankedRanges(snapshot),
    blog: blogOf(content.posts, blogFolder(settings)),
    help: blogOf(content.help, helpFolder(), true),
    collections: content.collections,
    related: recallRelated(snapshot, related),
  };
}

/** Returns the folder of the posts, which are in `{language}/{slug}.md`. */
function blogFolder({ blogFolder: given }: BuildSettings): string {
  return given ?? join(sourceFolder(), 'content/blog');
}

/** Returns the folder of the help pages. They describe the product, so operators do not replace them. */
function helpFolder(): string {
  return join(sourceFolder(), 'content/help');
}
