/** The ways to pay. Those of the sandbox exist only outside production. */
export const paymentMethods = ['stripe', 'wechat', 'sandbox', 'sandbox_scan'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/** Those by which a buyer scans a code on our page; for the others the buyer goes to a page of the provider's. */
export const scannedMethods: readonly PaymentMethod[] = ['wechat', 'sandbox_scan'];

/**
 * How pages show the ways to pay: with an icon of Lucide, and the text `pricing.methods.{text}`. Both ways of the sandbox
 * are shown as one.
 */
export const shownMethods = [
  { method: 'stripe', icon: 'credit-card', text: 'card' },
  { method: 'wechat', icon: 'qr-code', text: 'wechat' },
  { method: 'sandbox', icon: 'flask-conical', text: 'test' },
] as const satisfies readonly { method: PaymentMethod; icon: string; text: string }[];

/** In how many parts each provider refunds a payment at most, and within how many days. */
export const refundLimits = {
  stripe: { parts: 100, days: Number.POSITIVE_INFINITY },
  wechat: { parts: 50, days: 365 },
  sandbox: { parts: 100, days: Number.POSITIVE_INFINITY },
  sandbox_scan: { parts: 100, days: Number.POSITIVE_INFINITY },
} as const satisfies Record<PaymentMethod, { parts: number; days: number }>;

/** Where the buyer pays: at a page of the provider's, or by scanning a code. */
export type CheckoutPage = { kind: 'redirect'; url: string } | { kind: 'scan'; codeUrl: string };

/** The subject of a provider's message. The message is a hint only: its subject is read again. */
export type EventSubject =
  | { kind: 'checkout' | 'invoice' | 'subscription' | 'refund' | 'dispute'; id: string }
  /** A message that needs no action. */
  | { kind: 'none' }
  /** A message that this version of the code cannot read: parked, with an alarm. */
  | { kind: 'unreadable'; why: string };
