import { describe, expect, it } from 'vitest';
import { isDay } from '#domain/dates.ts';
import { defaultMediaOptions, isMediaKind, mediaKinds } from '#domain/media/media.ts';
import { upstreamTitle } from '#domain/models/upstreamTitle.ts';
import { models, searchModel } from '#domain/models/models.ts';
import { checkPrice, failsCheck } from '#domain/costs/priceCheck.ts';
import { priceWaivers } from '#domain/costs/priceWaivers.ts';
import { mediaProviderNames } from '#domain/models/providers.ts';
import { searchLimits } from '#domain/search/aiSearch.ts';
import {
  mediaCostOf,
  searchPrices,
  tokenPriceOf,
  tokenPrices,
} from '#domain/costs/upstreamPrices.ts';
import { readConfig } from '#server/config.ts';
import { mediaMappings } from '#server/gateways/media/mediaTargets.ts';
import { type UpstreamModel, ownUpstream, upstreamOf } from '#server/gateways/models/mapping.ts';
import { leastReasoning } from '#server/gateways/models/reasoning.ts';
import { isShutDown, knownShutdowns } from '#server/gateways/models/shutdowns.ts';
import { servedModels, servedSearch } from '#server/services/models/readSettings.ts';
import { usedUpstreams } from '#server/services/models/usedUpstreams.ts';

/** The day on which the data of this test were looked up: prices are known from then on. */
const today = '2026-11-28';
const farFuture = new Date('9999-01-01T00:00:00Z');

const textModels = [...models.filter(({ kind }) => kind === 'text'), searchModel];
const named = ({ provider, name }: UpstreamModel) => `${provider}/${name}`;

/** AI search with every engine, each of which fails once after it was paid. */
function extraOf(id: string) {
  if (id !== searchModel.id) return undefined;
  const prices = Object.values(searchPrices);
  const micros = prices.reduce((sum, price) => sum + price, 0) + Math.max(...prices);
  return { micros, inputTokens: searchLimits.passageTokens + 2_000 };
}

/** The upstreams in use on a day with every provider connected. */
function watched(day: string): Set<string> {
  const config = readConfig({
    OPENAI_API_KEY: 'key',
    ANTHROPIC_API_KEY: 'key',
    GROQ_API_KEY: 'key',
    LUMA_API_KEY: 'key',
    SUNO_API_KEY: 'key',
  });
  const served = [...servedModels([]), servedSearch([])];
  return new Set(usedUpstreams(served, config, day).keys());
}

describe.each(textModels)('the default upstreams of $id', (model) => {
  const { id, retired } = model;
  const own = ownUpstream(id);
  const successor = upstreamOf(id, farFuture);
  const targets = [own, successor].filter((target) => target !== undefined);

  it('end with a successor that is still available, from a known day on; other models answer themselves', () => {
    expect(successor).toBeDefined();
    if (retired === undefined) {
      expect(own).toBeUndefined();
      expect(upstreamTitle(successor?.name ?? '')).toBe(model.title);
    } else {
      expect(isDay(retired)).toBe(true);
    }
    expect(own && named(own)).not.toBe(successor && named(successor));
    const name = successor ? named(successor) : '';
    expect(isShutDown(knownShutdowns, name, today), name).toBe(false);
  });

  it('have a price', () => {
    for (const target of targets) {
      expect(tokenPriceOf(named(target), today), named(target)).toBeDefined();
    }
  });

  it('cost at most eight times the lowest price of the credits, for any question', () => {
    for (const target of targets) {
      const asked = { ...model, upstream: named(target), extra: extraOf(id) };
      const checked = checkPrice(asked, { day: today, prices: tokenPrices });
      expect(checked.worst, named(target)).not.toBeNull();
      expect(failsCheck(checked), JSON.stringify(checked)).toBe(false);
    }
  });

  it('reason as little as possible, if they reason', () => {
    for (const { provider, name, reasoning } of targets) {
      const isExpected = leastReasoning(provider, name) !== undefined;
      expect(reasoning !== undefined, `${provider}/${name}`).toBe(isExpected);
    }
  });

  it('are watched for shutdowns, on the shipped day if it is in the future', () => {
    if (own) {
      expect(watched(today)).toContain(named(own));
      expect(knownShutdowns.get(named(own))).toBe(retired);
    }
    expect(watched('9998-01-01')).toContain(successor && named(successor));
  });
});

const mediaTargets = mediaProviderNames.flatMap((provider) =>
  mediaKinds.flatMap((kind) => {
    const mapping = mediaMappings[provider][kind];
    return mapping ? [{ provider, kind, ...mapping }] : [];
  }),
);

describe.each(mediaTargets)(
  'the default model of $provider for $kind, $own,',
  ({ provider, kind, own, successor }) => {
    const names = typeof successor === 'string' ? [own, successor] : [own];

    it('has an available successor, or the dated reason why there is none', () => {
      if (typeof successor === 'string') {
        expect(isShutDown(knownShutdowns, `${provider}/${successor}`, '9998-01-01')).toBe(false);
      } else {
        expect(successor.none).toMatch(/\b20\d\d\b/);
        expect(knownShutdowns.has(`${provider}/${own}`)).toBe(false);
      }
    });

    it('has a price, with the options named in the order', () => {
      for (const upstream of names) {
        const order = { provider, upstream, prompt: '', options: defaultMediaOptions[kind] };
        expect(mediaCostOf(order, today), upstream).toBeGreaterThan(0);
      }
    });

    it('costs at most eight times the lowest price of its credits, or has a dated waiver', () => {
      const offered = models.find((model) => model.kind === kind);
      if (!offered) throw new Error(`No model makes ${kind}`);
      for (const name of names) {
        const waiver = priceWaivers[offered.id];
        const asked = { ...offered, waiver, upstream: `${provider}/${name}` };
        const checked = checkPrice(asked, { day: today, prices: tokenPrices });
        expect(checked.worst, name).not.toBeNull();
        expect(failsCheck(checked), JSON.stringify(checked)).toBe(false);
      }
    });

    it('is watched for shutdowns, as its successor is', () => {
      for (const name of names) expect(watched(today)).toContain(`${provider}/${name}`);
    });
  },
);

describe('the catalogue', () => {
  it('has a provider for every kind of media that it offers', () => {
    const made = new Set(mediaTargets.map(({ kind }) => kind));
    for (const { kind, id } of models) {
      if (isMediaKind(kind)) expect(made.has(kind), id).toBe(true);
    }
  });
});

describe('a model that an operator chose', () => {
  it.each([
    ['openai', 'gpt-7-nova', 'low'],
    ['openai', 'o5', 'low'],
    ['openai', 'gpt-4.1', undefined],
    ['openai', 'gpt-5-chat-latest', undefined],
    ['anthropic', 'claude-haiku-7', 'low'],
    ['anthropic', 'claude-opus-4-7', 'none'],
    ['anthropic', 'claude-sonnet-4-5-20250929', undefined],
    ['groq', 'openai/gpt-oss-safeguard-20b', 'low'],
    ['groq', 'maker/new-model', 'low'],
    ['groq', 'qwen/qwen3-32b', 'none'],
    ['groq', 'llama-3.3-70b-versatile', undefined],
    ['compatible', 'openai/gpt-6-luna', 'low'],
    ['compatible', 'deepseek/deepseek-r1', 'low'],
    ['compatible', 'qwen3:8b', 'low'],
    ['compatible', 'anthropic/claude-sonnet-5-5', 'low'],
    ['compatible', 'llama3.1', undefined],
    ['compatible', 'mistral-small', undefined],
  ] as const)('reasons as little as possible: %s, %s', (provider, name, reasoning) => {
    expect(leastReasoning(provider, name)).toBe(reasoning);
  });
});
