import type { ProviderProblem } from '#domain/models/providerCircuit.ts';
import type { ModelPlatform } from '#server/context.ts';
import { type KeyCheck, checkProviderKeys } from '#server/services/costs/checkProviderKeys.ts';
import {
  type Finding,
  type ModelCheck,
  ok,
  problem,
  warning,
} from '#server/services/doctor/findings.ts';
import { findRestoredCopy } from '#server/services/operation/restoredCopy.ts';

/** Whether each provider answers a tiny question with each of our keys. That may cost a fraction of a cent. */
export const providers: ModelCheck = {
  name: 'providers',
  seconds: 30,
  run: async (platform) => {
    // A restored copy asks nobody until it is resumed.
    if ((await findRestoredCopy(platform.database.query)) !== undefined) return [];
    if (platform.config.providers.length === 0) return [nobody(platform)];
    return (await checkProviderKeys(platform, false)).map(findingOf);
  },
};

function nobody({ config }: ModelPlatform): Finding {
  const text = 'No model provider is connected: a sandbox answers';
  return config.production
    ? problem(text, 'Set the key of a provider.')
    : warning(text, 'Set the key of a provider, such as OPENAI_API_KEY.');
}

const nextSteps: Readonly<Record<ProviderProblem, string>> = {
  refused: 'Set a valid key of the provider.',
  empty: 'Pay there, then run: npm run dolores -- models check --yes.',
  failing:
    'Look at the status page of the provider, and run: npm run dolores -- models check --yes.',
};

function findingOf({ provider, key, upstream, problem: found, message }: KeyCheck): Finding {
  const name = key === '' ? provider : `${provider} (${key})`;
  if (upstream === null) return ok(`${name} is connected, and no model uses it`);
  if (found !== null) {
    return problem(`${name} does not answer (${upstream}): ${message}`, nextSteps[found]);
  }
  return ok(message === null ? `${name} answered` : `${name} takes our key, but ${message}`);
}
