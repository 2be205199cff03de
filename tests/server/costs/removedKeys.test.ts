import { afterAll, beforeAll, expect, it } from 'vitest';
import { afterProblem } from '#domain/models/providerCircuit.ts';
import { upstreamShutdown } from '#server/db/schema/upstreamShutdowns.ts';
import { checkAlarms } from '#server/services/alarmChecks/checkAlarms.ts';
import { openAlarms } from '#server/services/alarms/openAlarms.ts';
import { probeProviders } from '#server/services/costs/probeProviders.ts';
import { changeProviderState, readProviderStates } from '#server/services/costs/providerStates.ts';
import { providerKeys } from '#server/gateways/providerKey.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  const environment = { BRAVE_API_KEY: 'one, other', GROQ_API_KEY: 'key' };
  server = await startTestServer({ environment });
});

afterAll(() => server.close());

/** Closes a provider, or one of its keys, long ago. */
async function close(provider: string, apiKey?: string): Promise<void> {
  const [own] = providerKeys({ apiKey });
  const lane = { provider, key: own?.id ?? '', label: own?.label ?? '' };
  const closed = afterProblem(undefined, 'empty', new Date('2026-03-10T12:00:00Z'));
  await changeProviderState(server.database, lane, () => closed);
}

/** Returns the subjects of open alarms about empty accounts. */
async function alarmsNow(): Promise<string[]> {
  await checkAlarms(server.platform);
  const open = await openAlarms(server.database);
  return open.filter(({ name }) => name === 'provider_empty').map(({ subject }) => subject);
}

/** Returns the labels of a provider's closed keys. */
async function labelsOf(provider: string): Promise<string[]> {
  const states = await readProviderStates(server.database.query);
  return states.filter((state) => state.provider === provider).map(({ label }) => label);
}

it('raises one alarm for two closed keys with the same label', async () => {
  await close('brave', 'one');
  await close('brave', 'other');
  expect(await alarmsNow()).toEqual(['brave key 1']);
});

it('forgets a key that was replaced, and raises no alarm about it', async () => {
  await close('brave', 'replaced-0123456789-aaaa');
  expect(await alarmsNow()).not.toContain('brave …aaaa');
  await probeProviders(server.platform);
  expect(await labelsOf('brave')).toEqual(['key 1', 'key 1']);
});

it('forgets a closed provider that no model of text uses any more', async () => {
  await close('groq');
  const days = ['openai/gpt-oss-20b', 'openai/gpt-oss-120b'].map((upstream) => ({
    upstream: `groq/${upstream}`,
    day: '2020-01-01',
    source: 'operator' as const,
  }));
  await server.database.query.insert(upstreamShutdown).values(days);
  await probeProviders(server.platform);
  expect(await labelsOf('groq')).toEqual([]);
});
