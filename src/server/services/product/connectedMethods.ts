import { type PaymentMethod, providerMethods, sandboxMethods } from '#domain/orders/payments.ts';
import type { Config } from '#server/config.ts';

/**
 * Returns the payment methods that the configuration connects, or those of the sandbox. When there are none, nothing is
 * promoted and no plan has a button: the site must not advertise what cannot be bought.
 */
export function connectedMethods(config: Partial<Config>): readonly PaymentMethod[] {
  const methods = providerMethods.filter((method) => config[method] !== undefined);
  if (methods.length > 0) return methods;
  return config.sandboxPayments ? sandboxMethods : [];
}
