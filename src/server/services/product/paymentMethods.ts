import type { Config } from '#server/config.ts';

/** A way to pay that plans and packs can be bought by. */
export type PaymentMethod = 'stripe' | 'wechat';

/**
 * The payment methods that the configuration connects. While there is none, nothing is promoted and no plan has a
 * button: the site must not advertise what nobody can buy. No gateway exists yet, so it is empty for every configuration.
 */
export function paymentMethods(_config: Partial<Config>): readonly PaymentMethod[] {
  return [];
}
