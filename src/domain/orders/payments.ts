/** The methods of providers, by the names of their accounts in the configuration. */
export const providerMethods = ['stripe', 'wechat'] as const;

/** The methods of the sandbox, which exist only outside production. */
export const sandboxMethods = ['sandbox', 'sandbox_scan'] as const;

/** All payment methods. Rows store them: none is ever removed. */
export const paymentMethods = [...providerMethods, ...sandboxMethods] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/** Methods with a QR code on our page. The others redirect the buyer to a page of the provider. */
export const scannedMethods: readonly PaymentMethod[] = ['wechat', 'sandbox_scan'];

/**
 * The payment methods that pages list, with an icon and the text `pricing.methods.{text}`. Both methods of the sandbox
 * are shown as one.
 */
export const shownMethods = [
  { method: 'stripe', icon: 'pay-card', text: 'card' },
  { method: 'wechat', icon: 'pay-wechat', text: 'wechat' },
  { method: 'sandbox', icon: 'lucide:flask-conical', text: 'test' },
] as const satisfies readonly { method: PaymentMethod; icon: string; text: string }[];

/** Largest number of partial refunds of a payment, and the days in which they are possible, by provider. */
export const refundLimits = {
  stripe: { parts: 100, days: Number.POSITIVE_INFINITY },
  wechat: { parts: 50, days: 365 },
  sandbox: { parts: 100, days: Number.POSITIVE_INFINITY },
  sandbox_scan: { parts: 100, days: Number.POSITIVE_INFINITY },
} as const satisfies Record<PaymentMethod, { parts: number; days: number }>;

/** The place of payment: a page of the provider, or a QR code on our page. */
export type CheckoutPage = { kind: 'redirect'; url: string } | { kind: 'scan'; codeUrl: string };

/** The subject of a provider's webhook. It is only a hint: the server reads the subject from the provider again. */
export type EventSubject =
  | { kind: 'checkout' | 'invoice' | 'subscription' | 'refund' | 'dispute'; id: string }
  /** A webhook that needs no action. */
  | { kind: 'none' }
  /** A webhook that this version of the code cannot read. It is stored, with an alarm. */
  | { kind: 'unreadable'; why: string };
