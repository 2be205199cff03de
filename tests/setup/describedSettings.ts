import { randomUUID } from 'node:crypto';
import type { DescribedApi, Seen } from './describedApi.ts';

type Succeed = (name: string, sent?: Parameters<DescribedApi['call']>[1]) => Promise<Seen>;

/** Makes every call about the settings of answers, the custom instructions and the memory once. */
export async function setAsDescribed(succeed: Succeed, cookie: string): Promise<void> {
  const { json: settings } = await succeed('getChatSettings', { cookie });
  await succeed('putChatSettings', { cookie, body: settings });
  await succeed('getPersonalTexts', { cookie });
  const instructions = { about_me: 'A baker', how_to_answer: '' };
  await succeed('putCustomInstructions', { cookie, body: instructions });
  const line = { cookie, params: { id: randomUUID() } };
  await succeed('putMemoryLine', { ...line, body: { text: 'My oven is old.' } });
  await succeed('deleteMemoryLine', line);
}
