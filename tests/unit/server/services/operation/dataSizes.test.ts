import { expect, it } from 'vitest';
import { keptTime } from '#server/services/operation/dataSizes.ts';

it.each([
  'alarm',
  'alarm_failure',
  'analytics_count',
  'answer_event',
  'attachment',
  'conversation',
  'google_attempt',
  'hook_delivery',
  'login_attempt',
  'mail_pause',
  'media_removal',
  'plan_cancellation',
  'publish_run',
  'publishing_site',
  'rate_limit',
  'search_text',
  'server_instance',
  'session',
  'sign_in',
  'sign_in_notice',
  'snapshot_change',
  'support_request',
])('says that rows of %s, which a job deletes, are not kept for ever', (table) => {
  expect(keptTime({}, table)).not.toBe('for ever');
});

it('says how long costs of answers are kept', () => {
  expect(keptTime({}, 'answer_cost')).toBe('for ever');
  expect(keptTime({ costsKeptDays: 90 }, 'answer_cost')).toBe('90 days');
});

it('says that rows which no job deletes are kept for ever', () => {
  expect(keptTime({}, 'ledger_entry')).toBe('for ever');
});
