import { callbackKey } from '#server/services/media/jobs/callbackKey.ts';
import type { DescribedApi, Seen, acceptedIn } from './describedApi.ts';
import { storeMadeFile } from './mediaFiles.ts';
import type { TestServer } from './server.ts';

type Succeed = (name: string, sent?: Parameters<DescribedApi['call']>[1]) => Promise<Seen>;

/** Makes every call about files that media models made, and the one that their providers make. */
export async function callMedia(
  succeed: Succeed,
  api: DescribedApi,
  server: TestServer,
  { cookie, accepted }: { cookie: string; accepted: ReturnType<typeof acceptedIn> },
): Promise<void> {
  const id = await storeMadeFile(server, accepted);
  const job = accepted.answer_id;
  const key = callbackKey(server.platform.config, job);
  await succeed('receiveMediaCallback', { params: { job, key }, raw: '{}' });
  await succeed('listMediaFiles', { cookie });
  await succeed('getMediaFile', { cookie, params: { id } });
  const range = { range: 'bytes=1-2' };
  const part = await api.call('getMediaFile', { cookie, params: { id }, headers: range });
  if (part.status !== 206 || part.text !== 'ot') throw new Error(`A range is ${part.status}`);
  await succeed('deleteMediaFile', { cookie, params: { id } });
}
