import type { DescribedApi, Seen } from './describedApi.ts';

type Succeed = (name: string, sent?: Parameters<DescribedApi['call']>[1]) => Promise<Seen>;

/** Makes every call about deleted conversations and spent credits; `id` is a deleted conversation. */
export async function callControl(succeed: Succeed, cookie: string, id: string): Promise<void> {
  await succeed('listDeletedConversations', { cookie });
  await succeed('purgeConversation', { cookie, params: { id } });
  await succeed('purgeDeletedConversations', { cookie });
  await succeed('listCreditHistory', { cookie });
  const query = { by: 'day', days: 7 };
  await succeed('getCreditUsage', { cookie, query });
  await succeed('exportCreditUsage', { cookie, query });
  await succeed('getCreditLimits', { cookie });
  const body = { per_day: 100, per_month: null, low_mark: null };
  await succeed('putCreditLimits', { cookie, body });
}
