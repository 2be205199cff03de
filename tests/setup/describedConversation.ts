import type { DescribedApi, Seen } from './describedApi.ts';

type Succeed = (name: string, sent: Parameters<DescribedApi['call']>[1]) => Promise<Seen>;

/** Makes all calls about one conversation: reads, changes, exports and shares it, deletes and restores it. */
export async function callConversation(
  succeed: Succeed,
  cookie: string,
  id: string,
): Promise<void> {
  await succeed('getConversation', { cookie, params: { id } });
  await succeed('changeConversation', { cookie, params: { id }, body: { title: 'New' } });
  await succeed('searchConversations', { cookie, query: { query: 'hello' } });
  for (const format of ['markdown', 'json']) {
    await succeed('exportConversation', { cookie, params: { id }, query: { format } });
    await succeed('exportConversations', { cookie, query: { format } });
  }
  const { json: shared } = await succeed('shareConversation', { cookie, params: { id } });
  await succeed('listShares', { cookie });
  const link = { cookie, params: { id: (shared as { id: string }).id } };
  await succeed('continueShare', link);
  await succeed('revokeShare', link);
  const { json: deleted } = await succeed('deleteConversation', { cookie, params: { id } });
  const body = { deleted: (deleted as { deleted: string }).deleted };
  await succeed('restoreConversations', { cookie, body });
}
