import { answerStates, failureReasons } from '#contract/chat/chat.ts';
import { ledgerKinds, lotOrigins } from '#domain/credits/credits.ts';
import { mediaKinds, mediaTypes } from '#domain/media/media.ts';
import { jobStates } from '#domain/media/mediaJob.ts';
import { orderFailures, orderKinds, orderStates } from '#domain/orders/orders.ts';
import { paymentMethods } from '#domain/orders/payments.ts';
import { refundRequesters, refundStates } from '#domain/orders/refunds.ts';
import { products } from '#domain/plans/plans.ts';
import { searchScopes, sourceKinds } from '#domain/search/aiSearch.ts';
import { expect, it } from 'vitest';

/** The values that rows of some version may hold. Add new ones; a removed one would make old rows unreadable. */
const stored: [name: string, now: readonly string[], ever: readonly string[]][] = [
  ['answerStates', answerStates, ['running', 'finished', 'stopped', 'failed', 'interrupted']],
  [
    'failureReasons',
    failureReasons,
    [
      'upstream_refused',
      'upstream_unauthorised',
      'upstream_busy',
      'upstream_error',
      'upstream_cut',
      'filtered',
      'empty',
      'first_token_timeout',
      'idle_timeout',
      'answer_timeout',
      'stopped_before_output',
      'server_stopped',
      'provider_resting',
      'no_source',
      'search_failed',
      'cancelled',
      'deadline_passed',
      'late',
      'unusable_result',
      'outcome_unknown',
    ],
  ],
  ['orderKinds', orderKinds, ['purchase', 'renewal', 'upgrade']],
  [
    'orderStates',
    orderStates,
    ['created', 'pending', 'paid', 'fulfilled', 'failed', 'expired', 'refunded', 'quarantined'],
  ],
  [
    'orderFailures',
    orderFailures,
    [
      'declined',
      'amount_differs',
      'currency_differs',
      'other_order',
      'paid_twice',
      'account_deleted',
    ],
  ],
  ['refundStates', refundStates, ['requested', 'pending', 'succeeded', 'failed']],
  ['refundRequesters', refundRequesters, ['buyer', 'operator', 'provider', 'server']],
  ['paymentMethods', paymentMethods, ['stripe', 'wechat', 'sandbox', 'sandbox_scan']],
  ['mediaKinds', mediaKinds, ['picture', 'music', 'video']],
  [
    'mediaTypes',
    mediaTypes,
    ['image/png', 'image/jpeg', 'image/webp', 'audio/mpeg', 'audio/wav', 'video/mp4', 'video/webm'],
  ],
  ['jobStates', jobStates, ['queued', 'submitted', 'running', 'stored', 'failed', 'expired']],
  [
    'products',
    products,
    ['basic_month', 'basic_year', 'pro_month', 'pro_year', 'credit_500', 'credit_1000'],
  ],
  ['searchScopes', searchScopes, ['web', 'own']],
  ['sourceKinds', sourceKinds, ['page', 'gpt', 'post', 'help']],
  [
    'ledgerKinds',
    ledgerKinds,
    [
      'grant',
      'hold',
      'settle',
      'release',
      'expire',
      'refund',
      'restore',
      'freeze',
      'unfreeze',
      'adjust',
    ],
  ],
  ['lotOrigins', lotOrigins, ['start', 'order', 'code', 'operator', 'other']],
];

it.for(stored)(
  'keeps each value of %s that rows may hold, and lists new ones here',
  ([, now, ever]) => {
    expect(now.toSorted()).toEqual(ever.toSorted());
  },
);
