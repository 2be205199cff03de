import { blogGroups, blogTagGroups, postGroups } from '#catalog/blog/pages.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { helpGroups, helpIndexGroups } from '#catalog/help/helpPages.ts';
import { gptGroups } from '#catalog/gpts/gptPages.ts';
import { categoryGroups, homeGroups } from '#catalog/gpts/lists.ts';
import { currentPages, periodGroups } from '#catalog/ranking/rankingPages.ts';
import { authorGroups, partOf, tagGroups } from '#catalog/labels/labelPages.ts';
import { type ViewGroup, viewOf } from '#catalog/site/sitePage.ts';

/** The views of each kind of page, without their groups. */
export const homePages = (context: BuildContext) => viewsIn(homeGroups(context));
export const categoryPages = (context: BuildContext) => viewsIn(categoryGroups(context));
export const tagPages = (context: BuildContext) => viewsOfLabels(tagGroups(context));
export const authorPages = (context: BuildContext) => viewsOfLabels(authorGroups(context));
export const blogPages = (context: BuildContext) => viewsIn(blogGroups(context));
export const blogTagPages = (context: BuildContext) => viewsIn(blogTagGroups(context));
export const helpIndexes = (context: BuildContext) => viewsIn(helpIndexGroups(context));
export const helpPages = (context: BuildContext) => viewsIn(helpGroups(context));
export const postPages = (context: BuildContext) => viewsIn(postGroups(context));

export function rankingPages(context: BuildContext) {
  return [...currentPages(context), ...viewsIn(periodGroups(context))];
}

export function gptPages(context: BuildContext) {
  return [...gptGroups(context)].flatMap(({ pages }) => [...pages()].map(viewOf));
}

function viewsOfLabels(groups: ReturnType<typeof tagGroups>) {
  const parts = ['first', 'further', 'reordered'] as const;
  return parts.flatMap((part) => viewsIn(partOf(groups, part)));
}

/** Returns all views of groups, in their order. */
export function viewsIn<View>(groups: Iterable<ViewGroup<View>>): View[] {
  return [...groups].flatMap(({ views }) => views());
}
