import type { BuildContext } from '#catalog/buildContext.ts';
import { homeGroups } from '#catalog/gpts/lists.ts';
import { inListOrder } from '#catalog/gpts/listOrder.ts';
import type { Shell, SitePage } from '#catalog/site/sitePage.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import type { Language } from '#domain/languages/languages.ts';

/** As many as the chat shows of the most used GPTs. */
const recommendedCount = 24;

/**
 * Returns the GPTs that the chat recommends, as percent-encoded ids with commas between them: the first of the list, which
 * editors order. Empty if any GPT has chats, because the chat then shows the most used ones.
 */
export function recommendedIds(context: BuildContext, language: Language): string {
  const { gpts } = context.snapshot;
  if (gpts.some(({ chats }) => chats > 0)) return '';
  const first = inListOrder(context, gpts, language).slice(0, recommendedCount);
  return first.map(({ id }) => encodeURIComponent(id)).join(',');
}

/** A link to the GPTs of the directory in languages that readers may not know. */
export type OthersLink = { count: number; path: string };

/** Returns the link to where they begin in the list of the home pages; `null` if there are none. */
export function othersLink(context: BuildContext, language: Language): OthersLink | null {
  const first = homeGroups(context).find(
    (group) => group.language === language && group.order === 'popular' && group.page === 1,
  );
  if (!first?.others) return null;
  const { count, from, startsPage } = first.others;
  return { count, path: `${homePath(language, from)}${startsPage ? '' : '#others'}` };
}

/** Adds the recommended GPTs, and the link to those in other languages, to the content of pages. */
export function addRecommended(
  context: BuildContext,
  pages: readonly SitePage<Shell>[],
): SitePage<Shell & { recommended: string; others: OthersLink | null }>[] {
  return pages.map((page) => ({
    ...page,
    content: {
      ...page.content,
      recommended: recommendedIds(context, page.content.language),
      others: othersLink(context, page.content.language),
    },
  }));
}
