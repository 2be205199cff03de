import type { Language } from '#domain/languages/languages.ts';
import type { ListOrder } from '#domain/gpts/listOrder.ts';
import { translator } from '#i18n/translate.ts';

/** The order of a list. `isCounted`: at least one of its GPTs has chats. */
type Ordered = { order: ListOrder; isCounted: boolean };

/** Returns the name of an order. Without chats, the first order is the editors' recommendation. */
export function orderName(language: Language, { order, isCounted }: Ordered): string {
  const isRecommended = order === 'popular' && !isCounted;
  return translator(language, 'home')(`order.${isRecommended ? 'recommended' : order}`);
}

/** Returns the name of a list with its order, such as `GPTs: New`. `list` is the name of the list, if it has one. */
export function orderedListName(language: Language, ordered: Ordered, list?: string): string {
  const t = translator(language, 'home');
  return t('order.of', { list: list ?? t('order.list'), order: orderName(language, ordered) });
}
