import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { Config } from '#server/config.ts';

/**
 * Returns the payment methods that the configuration connects, or those of the sandbox. When there are none, nothing is
 * promoted and no plan has a button: the site must not advertise what cannot be bought.
 */
export function paymentMethods({
  stripe,
  wechat,
  sandboxPayments,
}: Partial<Config>): readonly PaymentMethod[] {
  const methods: PaymentMethod[] = [];
  if (stripe !== undefined) methods.push('stripe');
  if (wechat !== undefined) methods.push('wechat');
  if (methods.length > 0) return methods;
  return sandboxPayments ? ['sandbox', 'sandbox_scan'] : [];
}
