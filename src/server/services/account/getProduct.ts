import type { ProductStatus } from '#contract/product/product.ts';
import type { Product } from '#domain/plans/plans.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { ownedProducts } from '#server/services/product/ownedProducts.ts';

/** Returns which plans and packs the acting user has. Throws `not_signed_in`. */
export async function getProduct(context: Context): Promise<ProductStatus> {
  const owned = await ownedProducts(context.database.query, signedInUser(context), context.now());
  const status = (product: Product) => ({ subscribed: owned.has(product) });
  return {
    basic: { month: status('basic_month'), year: status('basic_year') },
    pro: { month: status('pro_month'), year: status('pro_year') },
    credit: { '500': status('credit_500'), '1000': status('credit_1000') },
  };
}
