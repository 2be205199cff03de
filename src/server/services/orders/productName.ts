import type { Language } from '#domain/languages/languages.ts';
import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import type { Product } from '#domain/plans/plans.ts';
import { translator } from '#i18n/translate.ts';
import type { Executor } from '#server/db/connect.ts';
import { findUser } from '#server/services/users/findUser.ts';

/** Returns the name of a product as buyers see it on a provider's page. */
export function productName(product: Product, language: Language): string {
  return translator(language, 'orders')(`product.${product}`);
}

/** Returns the name of a product in the language that a user chose for mails. */
export async function productNameFor(
  query: Executor,
  userId: string,
  product: Product,
): Promise<string> {
  const user = await findUser(query, userId);
  return productName(product, chooseLanguage({ stored: user?.language }));
}
