import type { Config } from '#server/config.ts';
import { type ConfigCheck, ok, problem, warning } from '#server/services/doctor/findings.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/**
 * Whether TRUSTED_PROXIES fits PUBLIC_URL, so that the server sees the addresses of visitors, by which limits count, and
 * nobody can make up his own. `visitorAddresses.ts` checks what arrives.
 */
export const proxies: ConfigCheck = {
  name: 'proxies',
  seconds: 5,
  run: async (config) => {
    const { trustedProxies, host, port } = config;
    const isProxied = hasProxy(config);
    if (isProxied && trustedProxies === 0) {
      return [
        problem(
          'All visitors have the address of the proxy in front, so that they share one limit of sign-ins and searches',
          'Set TRUSTED_PROXIES to the number of proxies in front of this server, mostly 1.',
        ),
      ];
    }
    if (!isProxied && trustedProxies > 0) {
      return [
        warning(
          `TRUSTED_PROXIES is ${trustedProxies}, but PUBLIC_URL is the server itself: visitors can make up their address`,
          'Set TRUSTED_PROXIES=0, or PUBLIC_URL to the address of the proxy.',
        ),
      ];
    }
    if (trustedProxies > 0 && !loopback.test(host)) {
      return [
        ok(
          `Addresses come from ${trustedProxies} trusted ${trustedProxies === 1 ? 'proxy' : 'proxies'}; nobody else may reach ${host}:${port}`,
        ),
      ];
    }
    return [ok(`TRUSTED_PROXIES (${trustedProxies}) fits PUBLIC_URL`)];
  },
};

/** Whether something is in front of the server, which itself speaks plain HTTP. */
export function hasProxy({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): boolean {
  const { protocol, port: publicPort } = new URL(publicUrl);
  return protocol === 'https:' || publicPort !== String(port);
}
