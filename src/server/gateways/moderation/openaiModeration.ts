import type { ModerationConfig } from '#server/gatewayConfig.ts';
import { failureOf } from '#server/gateways/models/failure.ts';
import { keysInTurn } from '#server/gateways/providerKey.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';
import type { ModerationGateway, Verdict } from '#server/gateways/moderation/moderation.ts';
import { readAtMost } from '#server/gateways/readAtMost.ts';
import { parseJson } from '#server/gateways/readJson.ts';
import * as z from 'zod/mini';

/** The name in error messages and the log. */
const provider = 'moderation';

/** Providers refuse or cut longer texts. */
const pieceCharacters = 10_000;

const responseMaxBytes = 262_144;

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

/** OpenAI's `/v1/moderations`, or any server with the same API. */
export function openaiModeration(config: ModerationConfig): ModerationGateway {
  const { url, apiKey, otherKeys = [], model } = config;
  const withKey = keysInTurn([apiKey, ...otherKeys]);
  return {
    check: (text, signal) =>
      withKey(async (key) => {
        const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
        const response = await post(url, signal, {
          headers: { 'content-type': 'application/json', ...authorization },
          body: JSON.stringify({ ...(model !== undefined && { model }), input: piecesOf(text) }),
        });
        return verdictIn(await readAtMost(response.body, responseMaxBytes, signal));
      }),
  };
}

async function post(
  url: string,
  signal: AbortSignal,
  init: { headers: Record<string, string>; body: string },
): Promise<Response> {
  // A redirect would carry the text to an address that is not configured.
  const response = await fetch(url, { ...init, signal, method: 'POST', redirect: 'manual' });
  if (response.ok) return response;
  const text = await readAtMost(response.body, responseMaxBytes, signal).catch(() => undefined);
  const { reason, account } = failureOf(response.status, parseJson(text ?? '') ?? text);
  const message = `${provider} answered with status ${response.status}`;
  throw new UpstreamError(reason, message, account);
}

/** Splits a long text, because the provider gives one verdict for each piece. */
function piecesOf(text: string): string | string[] {
  const characters = [...text];
  if (characters.length <= pieceCharacters) return text;
  return Array.from({ length: Math.ceil(characters.length / pieceCharacters) }, (_, index) =>
    characters.slice(index * pieceCharacters, (index + 1) * pieceCharacters).join(''),
  );
}

function verdictIn(body: string | undefined): Verdict {
  const read = verdicts.safeParse(parseJson(body ?? ''));
  if (!read.success) {
    throw new UpstreamError('upstream_error', `${provider} answered something else than a verdict`);
  }
  const flagged = read.data.results.filter((result) => result.flagged);
  const categories = flagged.flatMap((result) =>
    Object.entries(result.categories ?? {}).flatMap(([name, found]) => (found ? name : [])),
  );
  // Only plain words, so that no text of the user gets into a log.
  const names = categories.filter((name) => /^[\w/-]{1,60}$/.test(name));
  return { flagged: flagged.length > 0, categories: [...new Set(names)] };
}
