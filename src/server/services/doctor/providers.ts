import type { ModelPlatform } from '#server/context.ts';
import {
  type Finding,
  type ModelCheck,
  ok,
  problem,
  warning,
} from '#server/services/doctor/findings.ts';
import {
  type TestableUpstream,
  checkUpstream,
  testableUpstreams,
} from '#server/services/models/checkUpstreams.ts';

/** Whether each provider answers a tiny question with our key. That may cost a fraction of a cent. */
export const providers: ModelCheck = {
  name: 'providers',
  seconds: 70,
  run: async (platform) => {
    const upstreams = testableUpstreams(platform).filter(({ route }) => !route.sandbox);
    const first = new Map<string, TestableUpstream>();
    for (const one of upstreams) {
      const provider = providerOf(one);
      if (!first.has(provider)) first.set(provider, one);
    }
    if (first.size === 0) return [nobody(platform)];
    return Promise.all([...first].map(([name, upstream]) => ask(platform, name, upstream)));
  },
};

function providerOf({ upstream }: TestableUpstream): string {
  return upstream.split('/')[0] ?? upstream;
}

function nobody({ config }: ModelPlatform): Finding {
  const text = 'No model provider is connected: a sandbox answers';
  return config.production
    ? problem(text, 'Set the key of a provider.')
    : warning(text, 'Set the key of a provider, such as OPENAI_API_KEY.');
}

async function ask(
  platform: ModelPlatform,
  provider: string,
  upstream: TestableUpstream,
): Promise<Finding> {
  const result = await checkUpstream(platform, upstream);
  if (result.answered) return ok(`${provider} answered in ${result.milliseconds} ms`);
  const text = `${provider} does not answer (${upstream.upstream}): ${result.reason}, ${result.message}`;
  const next =
    result.reason === 'upstream_unauthorised'
      ? 'Set a valid key of the provider, and look at the credit of its account.'
      : 'Look at the status page of the provider, and run: npm run dolores -- models check --yes.';
  return problem(text, next);
}
