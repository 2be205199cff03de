import type { Config } from '#server/config.ts';
import type { ModerationConfig } from '#server/gatewayConfig.ts';
import { type KeyTrial, type KeyedProvider, tryKey } from '#server/gateways/freeCalls.ts';
import { lumaAddress } from '#server/gateways/media/luma.ts';
import { replicateAddress } from '#server/gateways/media/queueProvider.ts';
import { sunoAddress } from '#server/gateways/media/suno.ts';
import { openaiModeration } from '#server/gateways/moderation/openaiModeration.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';
import { providerKeys } from '#server/gateways/providerKey.ts';
import {
  type ConfigCheck,
  type Finding,
  ok,
  problem,
  reasonOf,
  warning,
} from '#server/services/doctor/findings.ts';

const limitMilliseconds = 15_000;

/**
 * Whether the keys of music, videos, search engines and moderation are taken, by calls that cost nothing. `providers.ts`
 * checks those of models of text, with which OpenAI also makes pictures.
 */
export const otherKeys: ConfigCheck = {
  name: 'keys',
  seconds: 25,
  run: async (config) => {
    const found = keyedProviders(config).map(async (provider) =>
      findingOf(nameOf(provider), await tryKey(provider)),
    );
    return Promise.all([...found, ...checkModeration(config.moderation)]);
  },
};

const addresses: Readonly<Record<string, string>> = {
  luma: lumaAddress,
  suno: sunoAddress,
  replicate: replicateAddress,
};

function keyedProviders({ media, search = [] }: Config): KeyedProvider[] {
  const makers = media.providers.filter(({ name }) => name !== 'openai');
  return [
    ...makers.map(({ name, apiKey, baseUrl = addresses[name] ?? '' }) => ({
      name,
      apiKey,
      address: baseUrl.replace(/\/+$/, ''),
    })),
    ...search.flatMap(({ name, apiKey, baseUrl }) =>
      apiKey === undefined ? [] : [{ name, apiKey, address: baseUrl }],
    ),
  ];
}

function nameOf({ name, apiKey }: { name: string; apiKey: string }): string {
  return `${name} (${providerKeys({ apiKey })[0]?.label})`;
}

function findingOf(name: string, trial: KeyTrial | undefined): Finding {
  if (trial === undefined) {
    return ok(`Not checked: the key of ${name}, because no call with it is free`);
  }
  switch (trial.result) {
    case 'taken':
      return ok(`${name} takes our key`);
    case 'refused':
      return problem(`${name} refuses our key`, 'Set a valid key of the provider.');
    case 'empty':
      return problem(`The account of ${name} is empty`, 'Pay there.');
    case 'unclear': {
      const text = `Not checked: the key of ${name}: ${trial.reason}`;
      const next = 'Look at the status page of the provider, and run doctor again.';
      return trial.mayPass ? warning(text, next) : ok(text);
    }
  }
}

/** Sends a word to the moderation with each key. OpenAI's costs nothing. */
function checkModeration(config: ModerationConfig | undefined): Promise<Finding>[] {
  if (config === undefined) return [];
  const { apiKey, otherKeys: others = [] } = config;
  return [apiKey, ...others].map(async (key) => {
    const name = key === undefined ? 'moderation' : nameOf({ name: 'moderation', apiKey: key });
    const gateway = openaiModeration({ ...config, apiKey: key, otherKeys: [] });
    try {
      await gateway.check('OK', AbortSignal.timeout(limitMilliseconds));
      return ok(`${name} answered`);
    } catch (error) {
      const account = error instanceof UpstreamError ? error.account : undefined;
      if (account !== undefined) return findingOf(name, { result: account });
      const text = `${name} does not answer: ${reasonOf(error)}`;
      return problem(text, 'Correct MODERATION_URL, or look at the status page of the provider.');
    }
  });
}
