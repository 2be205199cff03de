import { signOut } from '#contract/login/login.ts';
import { type ConfigCheck, ok, problem, warning } from '#server/services/doctor/findings.ts';
import { fetchSite } from '#server/services/doctor/fetchSite.ts';

/** Whether cookies of sessions are sent over TLS only, and reach the browser as the server sets them. */
export const cookies: ConfigCheck = {
  name: 'cookies',
  seconds: 15,
  run: async (config) => {
    const isSafe = config.publicUrl.startsWith('https:');
    if (isSafe && !config.production) {
      return [
        problem(
          'PUBLIC_URL is https, but cookies are not Secure, because NODE_ENV is not production',
          'Set NODE_ENV=production.',
        ),
      ];
    }
    // Signing out without a session changes nothing, and clears the cookies with their attributes.
    const response = await fetchSite(config, signOut.path, {
      headers: { origin: config.publicUrl },
    }).catch(() => undefined);
    const set = response?.headers.getSetCookie() ?? [];
    if (set.length === 0) return [];
    const bare = set.filter((cookie) => isSafe && !/;\s*secure/i.test(cookie));
    if (bare.length > 0) {
      return [
        problem(
          'Cookies lose their attribute Secure on the way to the browser',
          'Remove what changes Set-Cookie from the web server in front.',
        ),
      ];
    }
    if (isSafe) return [ok('Cookies are sent over TLS only')];
    return [
      config.production
        ? warning(
            'The site is served without TLS, on this machine only',
            'Set PUBLIC_URL to the https address for visitors.',
          )
        : ok('Cookies reach the browser'),
    ];
  },
};
