/** The ways to pay. Those of the sandbox exist only outside production. */
export const paymentMethods = ['stripe', 'wechat', 'sandbox', 'sandbox_scan'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/** Where the buyer pays: at a page of the provider's, or by scanning a code. */
export type CheckoutPage = { kind: 'redirect'; url: string } | { kind: 'scan'; codeUrl: string };

/** The subject of a provider's message. The message is a hint only: its subject is read again. */
export type EventSubject =
  | { kind: 'checkout' | 'invoice' | 'subscription' | 'refund' | 'dispute'; id: string }
  /** A message that needs no action. */
  | { kind: 'none' }
  /** A message that this version of the code cannot read: parked, with an alarm. */
  | { kind: 'unreadable'; why: string };
