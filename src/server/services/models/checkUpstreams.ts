import { type TokenCounts } from '#domain/costs/upstreamPrices.ts';
import type { ModelPlatform } from '#server/context.ts';
import { type Finish, type ModelRoute, UpstreamError } from '#server/gateways/models/models.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';

export type UpstreamCheck = {
  /** `provider/model`. */
  upstream: string;
  /** The models of the catalogue that use it. */
  models: string[];
} & (
  | {
      answered: true;
      milliseconds: number;
      firstTextMilliseconds: number | null;
      /** The tokens that the upstream counted, if it did. */
      tokens: TokenCounts | null;
    }
  | { answered: false; reason: string; message: string }
);

/** An upstream to test, with its models. */
export type TestableUpstream = { upstream: string; models: ServedModel[]; route: ModelRoute };

const timeLimitMilliseconds = 60_000;

/** Enough for one word after reasoning. */
const answerTokens = 500;

const question = 'Reply with the single word OK.';

/** Returns every configured upstream of visible text models, including fallbacks. */
export function testableUpstreams({ catalogue, models }: ModelPlatform): TestableUpstream[] {
  const found = new Map<string, TestableUpstream>();
  for (const model of catalogue.models.filter(isChecked)) {
    for (let route = models.route(model); route !== undefined; route = route.fallback) {
      const { upstream } = route;
      const known = found.get(upstream) ?? { upstream, models: [], route };
      known.models.push(model);
      found.set(upstream, known);
    }
  }
  return [...found.values()];
}

/** Only text models: media providers charge for every order. */
function isChecked({ hidden, kind }: ServedModel): boolean {
  return !hidden && kind === 'text';
}

/** Sends a tiny question to an upstream, which may cost money. An answer opens its provider on all servers. */
export async function checkUpstream(
  { accounts }: ModelPlatform,
  { upstream, models, route }: TestableUpstream,
): Promise<UpstreamCheck> {
  const [model] = models;
  if (!model) throw new Error(`${upstream} answers for no model`);
  const checked = { upstream, models: models.map(({ id }) => id) };
  const started = performance.now();
  const since = (): number => Math.round(performance.now() - started);
  let firstTextMilliseconds: number | null = null;
  const [key] = route.keys?.() ?? [];
  try {
    const request = {
      model: { ...model, maxOutputTokens: Math.min(model.maxOutputTokens, answerTokens) },
      instructions: undefined,
      turns: [{ role: 'user' as const, text: question }],
    };
    const signal = AbortSignal.timeout(timeLimitMilliseconds);
    const receiver = { onText: () => (firstTextMilliseconds ??= since()) };
    const finish = await route.stream(request, signal, receiver, key);
    const tokens = countedTokens(finish);
    await accounts.reopen(upstream, key);
    return { ...checked, answered: true, milliseconds: since(), firstTextMilliseconds, tokens };
  } catch (error) {
    const isKnown = error instanceof UpstreamError;
    const message = error instanceof Error ? error.message : String(error);
    return { ...checked, answered: false, reason: isKnown ? error.reason : 'timeout', message };
  }
}

function countedTokens({ inputTokens, outputTokens }: Finish): TokenCounts | null {
  if (inputTokens === undefined || outputTokens === undefined) return null;
  return { input: inputTokens, output: outputTokens };
}
