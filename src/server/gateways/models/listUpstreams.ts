import { type Day, dayOf, isDay } from '#domain/dates.ts';
import type { ProviderConfig } from '#server/providerConfig.ts';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import { keyHeaders, providerUrl } from '#server/gateways/models/providerUrl.ts';
import { at, listAt, textAt } from '#server/gateways/readJson.ts';

/** The models that a provider lists, each with the day of its shutdown; `null` if the list has none. */
export type ListedUpstreams = ReadonlyMap<string, Day | null>;

/** Gateways to many providers have long lists. */
const maxBytes = 10_000_000;
const timeoutMilliseconds = 20_000;

/**
 * Asks a provider for the list of its models, which is free, with one key after the other. Returns `undefined` if there is no
 * list.
 */
export async function listUpstreams(
  provider: ProviderConfig,
): Promise<ListedUpstreams | undefined> {
  for (const apiKey of [provider.apiKey, ...(provider.otherKeys ?? [])]) {
    const list = await listWith({ ...provider, apiKey });
    if (list) return list;
  }
  return undefined;
}

async function listWith(provider: ProviderConfig): Promise<ListedUpstreams | undefined> {
  const query = provider.name === 'anthropic' ? '?limit=1000' : '';
  try {
    const list = await callProvider({
      url: providerUrl(provider, `/models${query}`),
      headers: keyHeaders(provider),
      signal: AbortSignal.timeout(timeoutMilliseconds),
      maxBytes,
    });
    const entries = listAt(list, 'data');
    return new Map(entries.map((entry) => [textAt(entry, 'id'), shutdownDay(entry)]));
  } catch {
    return undefined;
  }
}

/** Reads a day, an ISO time, or seconds since 1970. */
function shutdownDay(entry: unknown): Day | null {
  const given = at(entry, 'shutdown_date');
  const moment = typeof given === 'number' ? new Date(given * 1_000) : undefined;
  const seconds = moment && Number.isFinite(moment.getTime()) ? dayOf(moment) : '';
  const day = typeof given === 'string' ? given.slice(0, 10) : seconds;
  return isDay(day) ? day : null;
}
