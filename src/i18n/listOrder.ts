import type { Language } from '#domain/languages.ts';
import type { ListOrder } from '#domain/listOrder.ts';
import { translator } from '#i18n/translate.ts';

/** `isCounted`: chats with its GPTs were counted. */
type Ordered = { order: ListOrder; isCounted: boolean };

/** The name of an order. Without counted chats the first one is that of the editors. */
export function orderName(language: Language, { order, isCounted }: Ordered): string {
  const isRecommended = order === 'popular' && !isCounted;
  return translator(language, 'home')(`order.${isRecommended ? 'recommended' : order}`);
}

/** A list with the name of its order, as `GPTs: New`. `list` is the name of the list, if it has one. */
export function orderedListName(language: Language, ordered: Ordered, list?: string): string {
  const t = translator(language, 'home');
  return t('order.of', { list: list ?? t('order.list'), order: orderName(language, ordered) });
}
