import type { PaymentMethod } from '#domain/payments.ts';
import type { Config } from '#server/config.ts';

/**
 * The payment methods that the configuration connects; the sandbox where there is none. Without any, nothing is promoted
 * and no plan has a button: the site must not advertise what nobody can buy.
 */
export function paymentMethods({
  stripe,
  sandboxPayments,
}: Partial<Config>): readonly PaymentMethod[] {
  if (stripe !== undefined) return ['stripe'];
  return sandboxPayments ? ['sandbox', 'sandbox_scan'] : [];
}
