import type { BuildContext } from '#catalog/buildContext.ts';
import { inListOrder } from '#catalog/gpts/listOrder.ts';
import type { Shell, SitePage } from '#catalog/site/sitePage.ts';
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

/** Adds the recommended GPTs to the content of pages. */
export function addRecommended(
  context: BuildContext,
  pages: readonly SitePage<Shell>[],
): SitePage<Shell & { recommended: string }>[] {
  return pages.map((page) => ({
    ...page,
    content: { ...page.content, recommended: recommendedIds(context, page.content.language) },
  }));
}
