import { getHealth, getReadiness } from '#contract/operation/health.ts';
import type { Config } from '#server/config.ts';
import { findCertificateFault } from '#server/services/doctor/certificateFault.ts';
import { fetchSite } from '#server/services/doctor/fetchSite.ts';
import {
  type ConfigCheck,
  type Finding,
  ok,
  problem,
  reasonOf,
  warning,
} from '#server/services/doctor/findings.ts';

const nextStep =
  'Start the server, and let the web server in front pass PUBLIC_URL to its port (docs/operating/web-servers.md).';

/** Whether PUBLIC_URL leads to a server of this product, and which of its parts are not ready. */
export const publicAddress: ConfigCheck = {
  name: 'address',
  seconds: 20,
  run: async (config) => {
    try {
      const response = await fetchSite(config, getHealth.path);
      const health: unknown = await response.json().catch(() => undefined);
      if (!getHealth.response.safeParse(health).success) {
        const text = `PUBLIC_URL (${config.publicUrl}) answers ${response.status}, but not as this server does`;
        return [problem(text, nextStep)];
      }
    } catch (error) {
      const text = `PUBLIC_URL (${config.publicUrl}) cannot be reached: ${reasonOf(error)}`;
      return [findCertificateFault(config.publicUrl, error) ?? problem(text, nextStep)];
    }
    return [ok(`PUBLIC_URL (${config.publicUrl}) leads to a server`), ...(await notReady(config))];
  },
};

async function notReady(config: Config): Promise<Finding[]> {
  const response = await fetchSite(config, getReadiness.path);
  const answer: unknown = await response.json().catch(() => undefined);
  const ready = getReadiness.response.safeParse(answer);
  if (!ready.success) {
    const { message } = (answer as { error?: { message?: string } } | undefined)?.error ?? {};
    const text = `The server is not ready: ${message ?? `/readyz answers ${response.status}`}`;
    return [problem(text, 'Wait some seconds; then look at the log of the server.')];
  }
  return ready.data.parts
    .filter(({ state }) => state !== 'ready')
    .map(({ part, note }) => warning(`${part}: ${note ?? 'not ready'}`, 'It ends by itself.'));
}
