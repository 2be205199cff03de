import type { Language } from '#domain/languages.ts';
import type { Product } from '#domain/plans.ts';
import { translator } from '#i18n/translate.ts';

/** Returns the name of a product as buyers see it at a provider's page. */
export function productName(product: Product, language: Language): string {
  return translator(language, 'orders')(`product.${product}`);
}
