import { accountCases } from './accounts.ts';
import { billingCases } from './billing.ts';
import { changeCases } from './changes.ts';
import { checkoutCases } from './checkout.ts';
import type { PaymentCase } from './paymentCase.ts';
import { referralCases } from './referrals.ts';
import { reversalCases } from './reversals.ts';
import { stripeEventCases } from './stripeEvents.ts';
import { wechatCases } from './wechat.ts';
import { wechatRefundCases } from './wechatRefunds.ts';

/** The forty cases in the order of their numbers. */
export const paymentCases: readonly PaymentCase[] = [
  ...stripeEventCases,
  ...checkoutCases,
  ...billingCases,
  ...accountCases,
  ...changeCases,
  ...reversalCases,
  ...referralCases,
  ...wechatCases,
  ...wechatRefundCases,
].toSorted((one, other) => one.number - other.number);
