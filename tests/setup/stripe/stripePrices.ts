import type { Currency } from '#domain/pricing/money.ts';
import type { PlanPrice } from '#server/gateways/payments/providerRecords.ts';
import { allowOnly, inner, refuse, required, text, texts, whole, type Form } from './stripeForm.ts';
import {
  type Coupon,
  type Price,
  type Product,
  type StripeState,
  newId,
  secondsNow,
} from './stripeState.ts';

const currencies = new Set(['usd', 'cny', 'jpy', 'krw', 'vnd', 'eur']);

/** Returns a price as the books have it. */
export function toPlanPrice({
  product,
  unit_amount: amount,
  currency,
  recurring,
}: Price): PlanPrice {
  const price = { amount, currency: currency.toUpperCase() as Currency };
  return { product, price, interval: recurring?.interval ?? 'month' };
}

/** Makes a price from `price_data`. Only Checkout can make its product along with it. */
export function newPrice(state: StripeState, form: Form | undefined, makesProduct = true): Price {
  if (!form) refuse('This server takes prices as `price_data` only.');
  allowOnly(form, `currency unit_amount recurring product${makesProduct ? ' product_data' : ''}`);
  const currency = required(form, 'currency');
  if (!currencies.has(currency)) refuse(`Invalid currency: ${currency}`, { param: 'currency' });
  const amount = whole(form, 'unit_amount') ?? refuse('Missing unit_amount.');
  if (amount < 0) refuse('Invalid non-negative integer', { param: 'unit_amount' });
  const data = inner(form, 'product_data');
  const product = data ? createProduct(state, data).id : required(form, 'product');
  if (!state.products.has(product)) refuse(`No such product: '${product}'`);
  const recurring = inner(form, 'recurring');
  const interval = recurring && required(recurring, 'interval');
  if (interval !== undefined && interval !== 'month' && interval !== 'year') {
    refuse(`Invalid recurring[interval]: ${interval}`);
  }
  const price: Price = {
    id: newId('price'),
    object: 'price',
    currency,
    unit_amount: amount,
    product,
    recurring: interval ? { interval, interval_count: 1 } : null,
  };
  state.prices.set(price.id, price);
  return price;
}

export function createProduct(state: StripeState, form: Form): Product {
  allowOnly(form, 'name metadata');
  const product: Product = {
    id: newId('prod'),
    object: 'product',
    created: secondsNow(state),
    name: required(form, 'name'),
    metadata: texts(form, 'metadata'),
  };
  state.products.set(product.id, product);
  return product;
}

export function createCoupon(state: StripeState, form: Form): Coupon {
  allowOnly(form, 'id name amount_off currency duration max_redemptions');
  const id = text(form, 'id') ?? newId('coupon');
  if (state.coupons.has(id)) {
    refuse(`Coupon already exists: ${id}`, { code: 'resource_already_exists', param: 'id' });
  }
  const name = text(form, 'name') ?? null;
  if (name !== null && name.length > 40) refuse('Invalid string: too long', { param: 'name' });
  if (text(form, 'duration') !== 'once') refuse('This server has coupons for one bill only.');
  const coupon: Coupon = {
    id,
    object: 'coupon',
    created: secondsNow(state),
    amount_off: whole(form, 'amount_off') ?? refuse('Missing amount_off.'),
    currency: required(form, 'currency'),
    duration: 'once',
    max_redemptions: whole(form, 'max_redemptions') ?? null,
    name,
    times_redeemed: 0,
  };
  if ((coupon.amount_off ?? 0) <= 0) refuse('Invalid positive integer', { param: 'amount_off' });
  state.coupons.set(id, coupon);
  return coupon;
}
