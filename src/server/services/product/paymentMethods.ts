import type { PaymentMethod } from '#domain/payments.ts';
import type { Config } from '#server/config.ts';

/**
 * The payment methods that the configuration connects; the sandbox where there is none. Without any, nothing is promoted
 * and no plan has a button: the site must not advertise what nobody can buy.
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
