/** The kinds of mails about money that happened. */
export const moneyMailKinds = [
  'ordered',
  'renewed',
  'orderFailed',
  'renewalFailed',
  'refunded',
  'planCancelled',
  'planEnded',
  'creditsEnding',
  'creditsLow',
] as const;

export type MoneyMailKind = (typeof moneyMailKinds)[number];
