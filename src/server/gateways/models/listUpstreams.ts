import { type Day, dayOf, isDay } from '#domain/dates.ts';
import type { ModelProvider } from '#domain/models.ts';
import type { ProviderConfig } from '#server/config.ts';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import { at, listAt, textAt } from '#server/gateways/media/readJson.ts';

/** The models that a provider lists, each with the day of its shutdown where it gives one. */
export type ListedUpstreams = ReadonlyMap<string, Day | null>;

/** Lists of gateways that stand for many providers are long. */
const maxBytes = 10_000_000;
const timeLimitMilliseconds = 20_000;

const usualUrls: Readonly<Record<ModelProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  groq: 'https://api.groq.com/openai/v1',
  compatible: '',
};

/** Asks a provider for the list of its models, which costs nothing. Returns `undefined` where there is no list. */
export async function listUpstreams({
  name,
  apiKey,
  baseUrl = usualUrls[name],
}: ProviderConfig): Promise<ListedUpstreams | undefined> {
  const query = name === 'anthropic' ? '?limit=1000' : '';
  try {
    const list = await callProvider({
      url: `${baseUrl}/models${query}`,
      headers: headersOf(name, apiKey),
      signal: AbortSignal.timeout(timeLimitMilliseconds),
      maxBytes,
    });
    const entries = listAt(list, 'data');
    return new Map(entries.map((entry) => [textAt(entry, 'id'), shutdownDay(entry)]));
  } catch {
    return undefined;
  }
}

function headersOf(name: ModelProvider, apiKey: string): Record<string, string> {
  if (name === 'anthropic') return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
  return apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
}

/** A day, a moment as ISO text, or seconds since 1970. */
function shutdownDay(entry: unknown): Day | null {
  const given = at(entry, 'shutdown_date');
  const moment = typeof given === 'number' ? new Date(given * 1_000) : undefined;
  const seconds = moment && Number.isFinite(moment.getTime()) ? dayOf(moment) : '';
  const day = typeof given === 'string' ? given.slice(0, 10) : seconds;
  return isDay(day) ? day : null;
}
