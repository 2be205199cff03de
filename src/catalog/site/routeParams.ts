import type { LabelKind } from '#catalog/labels/labels.ts';
import type { ListOrder } from '#domain/gpts/listOrder.ts';
import { fileSegment } from '#domain/site/pageFiles.ts';

/** Predicates that assign the pages of a list to routes, and the parameters of these routes. */

export function isFirst({ page }: { page: number }): boolean {
  return page === 1;
}

export function isFurther({ page }: { page: number }): boolean {
  return page > 1;
}

type Listed = { order: ListOrder };

/** Whether a page is in the default order, which has no name in the path. */
export function isPopular({ order }: Listed): boolean {
  return order === 'popular';
}

export function isReordered(listed: Listed): boolean {
  return !isPopular(listed);
}

/** Returns the rest of the path of a list in another order: `new`, `new/page/2`. */
export function listParam({ page, ordering }: { page: number; ordering: Listed }): {
  list: string;
} {
  return { list: `${ordering.order}${page === 1 ? '' : `/page/${page}`}` };
}

export function noParam(): Record<string, string> {
  return {};
}

export function pageParam({ page }: { page: number }): { page: string } {
  return { page: String(page) };
}

export function categoryParam({ category }: { category: string | null }): { category: string } {
  return { category: fileSegment(category ?? '') };
}

export function labelParam(kind: LabelKind) {
  return ({ slug }: { slug: string }) => ({ [kind]: fileSegment(slug) });
}

export function furtherLabelParams(kind: LabelKind) {
  return (view: { slug: string; page: number }) => ({
    ...labelParam(kind)(view),
    ...pageParam(view),
  });
}

export function reorderedLabelParams(kind: LabelKind) {
  return (view: { slug: string; page: number; ordering: Listed }) => ({
    ...labelParam(kind)(view),
    ...listParam(view),
  });
}

export function blogTagParam({ tag }: { tag: string | null }): { tag: string } {
  return { tag: tag ?? '' };
}
