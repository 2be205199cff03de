import { type DescribedApi, type Seen, gif } from './describedApi.ts';
import { issueDiscount } from './discounts.ts';
import type { TestServer } from './server.ts';

type Succeed = (name: string, sent?: Parameters<DescribedApi['call']>[1]) => Promise<Seen>;

/** Makes every call about shared posts and discount codes. */
export async function callSharing(succeed: Succeed, server: TestServer): Promise<void> {
  const [{ cookie }, { cookie: other }] = [await server.signIn(0), await server.signIn(0)];
  const headers = { 'content-type': 'application/octet-stream' };
  await succeed('sendSharedLink', { cookie, body: { link: 'https://social.example.net/p/1' } });
  await succeed('sendScreenshot', { cookie: other, raw: gif, headers });
  await succeed('getSharing', { cookie });
  const code = await issueDiscount(server.platform);
  await succeed('checkDiscount', { cookie, body: { product: 'credit_500', code } });
}
