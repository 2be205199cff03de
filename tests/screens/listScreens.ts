import { blogPath, blogTagPath, postPath } from '#domain/blog/blogPaths.ts';
import {
  authorPath,
  categoriesPath,
  categoryPath,
  collectionPath,
  collectionsPath,
  homePath,
  tagPath,
  tagsPath,
} from '#domain/gpts/gptPaths.ts';
import type { Language } from '#domain/languages/languages.ts';
import { helpPath } from '#domain/help/helpPaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { openMenu } from './pageSteps.ts';
import type { Screen } from './screens.ts';

const newest = 'new';

/** Lists of GPTs and posts, in every kind of address that they have. */
export const listScreens: readonly Screen[] = [
  list('home-new', (language) => homePath(language, 1, newest)),
  list('collections', collectionsPath),
  list('collection', (language) => collectionPath(language, 'for-job-hunting')),
  { ...list('tags', (language) => tagsPath(language)), whole: false },
  list('tag', (language) => tagPath(language, 'planning')),
  list('tag-new', (language) => tagPath(language, 'planning', 1, newest)),
  list('author', (language) => authorPath(language, 'Dolores')),
  list('author-page-2', (language) => authorPath(language, 'Dolores', 2)),
  list('author-new', (language) => authorPath(language, 'Dolores', 1, newest)),
  list('categories', categoriesPath),
  list('category', (language) => categoryPath(language, 'writing')),
  list('category-page-2', (language) => categoryPath(language, 'writing', 2)),
  list('category-new', (language) => categoryPath(language, 'writing', 1, newest)),
  list('blog', (language) => blogPath(language)),
  list('blog-tag', (language) => blogTagPath(language, 'publishing')),
  list('post', (language) => postPath(language, 'writing-good-instructions')),
  list('help', (language) => helpPath(language)),
  list('help-page', (language) => helpPath(language, 'what-credits-buy')),
  list('ranking-all', (language) => rankingPath(language, 'all')),
  // Rankings are empty, unless a demo is photographed.
  list('ranking-weekly', (language) => rankingPath(language, 'weekly')),
  {
    ...list('ranking-menu', (language) => rankingPath(language, 'daily')),
    prepare: openMenu('periods'),
  },
  list('ranking-categories', (language) => rankingPath(language, 'categories')),
  list('ranking-category', (language) => rankingPath(language, 'categories', 'writing')),
];

function list(name: string, path: (language: Language) => string): Screen {
  return { name, path, who: ['visitor'], whole: true, isStatic: true };
}
