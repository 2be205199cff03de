import type { Config } from '#server/config.ts';

/** A way to pay that plans and packs can be bought by. */
export type PaymentMethod = 'stripe' | 'wechat';

/**
 * The payment methods that the configuration connects. While there is none, nothing is promoted and no plan has a
 * button: the site must not advertise what nobody can buy.
 */
export function paymentMethods({ stripe }: Partial<Config>): readonly PaymentMethod[] {
  return stripe === undefined ? [] : ['stripe'];
}
