import type { ModerationConfig } from '#server/gatewayConfig.ts';
import { reasonOf } from '#server/gateways/models/failure.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';
import type { ModerationGateway, Verdict } from '#server/gateways/moderation/moderation.ts';
import * as z from 'zod/mini';

/** How error messages and the log call it. */
const provider = 'moderation';

/** Providers refuse, or cut, what is longer. */
const pieceCharacters = 10_000;

const answerMaxBytes = 262_144;

const verdicts = z.looseObject({
  results: z
    .array(
      z.looseObject({
        flagged: z.boolean(),
        categories: z.optional(z.record(z.string(), z.nullable(z.boolean()))),
      }),
    )
    .check(z.minLength(1)),
});

/** OpenAI's `/v1/moderations`, or any server that speaks it. */
export function openaiModeration({ url, apiKey, model }: ModerationConfig): ModerationGateway {
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return {
    async check(text, signal) {
      const response = await post(url, {
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify({ ...(model !== undefined && { model }), input: piecesOf(text) }),
        signal,
      });
      return verdictIn(await readBounded(response));
    },
  };
}

async function post(url: string, init: RequestInit): Promise<Response> {
  // A redirect would carry the text to an address that nobody configured.
  const response = await fetch(url, { ...init, method: 'POST', redirect: 'manual' });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new UpstreamError(
    reasonOf(response.status, undefined),
    `${provider} answered with status ${response.status}`,
  );
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > answerMaxBytes) throw notAVerdict();
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A long text as several: one verdict for each. */
function piecesOf(text: string): string | string[] {
  const characters = [...text];
  if (characters.length <= pieceCharacters) return text;
  return Array.from({ length: Math.ceil(characters.length / pieceCharacters) }, (_, index) =>
    characters.slice(index * pieceCharacters, (index + 1) * pieceCharacters).join(''),
  );
}

function notAVerdict(): UpstreamError {
  return new UpstreamError('upstream_error', `${provider} answered something else than a verdict`);
}

function verdictIn(body: string): Verdict {
  const read = verdicts.safeParse(parse(body));
  if (!read.success) throw notAVerdict();
  const flagged = read.data.results.filter((result) => result.flagged);
  const categories = flagged.flatMap((result) =>
    Object.entries(result.categories ?? {}).flatMap(([name, found]) => (found ? name : [])),
  );
  // A name is a plain word: nothing of the text gets into a log by it.
  const names = categories.filter((name) => /^[\w/-]{1,60}$/.test(name));
  return { flagged: flagged.length > 0, categories: [...new Set(names)] };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
