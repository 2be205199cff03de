import { getHealth } from '#contract/operation/health.ts';
import { fetchSite } from '#server/services/doctor/fetchSite.ts';
import { type ConfigCheck, type Finding, ok, problem } from '#server/services/doctor/findings.ts';
import { hasProxy } from '#server/services/doctor/proxies.ts';
import {
  type Arrival,
  arrivalHeader,
  headerToArrival,
  probeHeader,
  signProbe,
} from '#server/services/operation/arrival.ts';

/** An address of documents (RFC 5737), which no visitor has. */
const madeUp = '203.0.113.77';

/**
 * Whether the addresses of visitors arrive through the proxies in front, and none that they make up: a request by
 * PUBLIC_URL has such an address, and the server describes what arrived.
 */
export const visitorAddresses: ConfigCheck = {
  name: 'proxies',
  seconds: 15,
  run: async (config) => {
    const headers = { [probeHeader]: signProbe(config.secret), 'x-forwarded-for': madeUp };
    const response = await fetchSite(config, getHealth.path, { headers }).catch(() => undefined);
    const arrival = headerToArrival(response?.headers.get(arrivalHeader) ?? null);
    if (arrival === undefined) {
      return [
        ok('Not checked: which addresses arrive, because no server with this SECRET answered'),
      ];
    }
    const { trustedProxies } = config;
    if (arrival.trusted !== trustedProxies) {
      return [
        problem(
          `The running server has TRUSTED_PROXIES=${arrival.trusted}, and this environment ${trustedProxies}`,
          'Restart the server, or run doctor with its environment.',
        ),
      ];
    }
    // If these differ, the check of the configuration (`proxies.ts`) names the problem.
    return hasProxy(config) === trustedProxies > 0 ? [findingOf(arrival)] : [];
  },
};

function findingOf({ forwarded, trusted }: Arrival): Finding {
  // Without the made-up entry, the outermost proxy has replaced it.
  const added = forwarded.length - 1 - forwarded.lastIndexOf(madeUp);
  if (added === trusted) return seen(added);
  const counts = `${inWords(added)} to X-Forwarded-For, and TRUSTED_PROXIES is ${trusted}`;
  const next = `Set TRUSTED_PROXIES=${added} for each server, and restart it.`;
  if (added > trusted) {
    return problem(`All visitors have the address of a proxy: ${counts}`, next);
  }
  if (added > 0) return problem(`Visitors can make up their address: ${counts}`, next);
  return problem(
    'The web server in front does not add the address of visitors to X-Forwarded-For: they share one, or make up their own',
    'Let it add the address (docs/operating/web-servers.md).',
  );
}

function seen(proxies: number): Finding {
  const way = proxies === 0 ? 'directly' : `by what ${inWords(proxies)} to X-Forwarded-For`;
  return ok(`The server sees the addresses of visitors ${way}`);
}

function inWords(proxies: number): string {
  return proxies === 1 ? '1 proxy adds' : `${proxies} proxies add`;
}
