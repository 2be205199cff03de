import { createHmac, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { allCalls } from '#contract/openapi/openapi.ts';
import type { DescribedApi, Seen } from './describedApi.ts';

type Succeed = (name: string, sent?: Parameters<DescribedApi['call']>[1]) => Promise<Seen>;

/** The calls of other programs. */
export const signedCalls = new Set(
  allCalls().flatMap(({ name, call }) => (call.access === 'signed' ? [name] : [])),
);

/** Calls the hooks for a publish and for mail, which have the same secret, as their senders do. */
export async function callHooks(
  succeed: Succeed,
  api: DescribedApi,
  secret: string,
): Promise<void> {
  const raw = JSON.stringify({ delivery: randomUUID(), timestamp: new Date().toISOString() });
  const signature = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
  await succeed('publishHook', { raw, headers: { 'x-hub-signature-256': signature } });
  expect((await api.call('publishHook', { raw })).status).toBe(403);
  const report = JSON.stringify({ email: 'a@example.org', kind: 'bounce' });
  const headers = { authorization: `Basic ${btoa(`:${secret}`)}` };
  await succeed('receiveMailReports', { raw: report, headers });
}
