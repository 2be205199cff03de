import { defaultLanguage } from '#domain/languages/languages.ts';
import { fetchSite } from '#server/services/doctor/fetchSite.ts';
import { type ConfigCheck, ok, problem, warning } from '#server/services/doctor/findings.ts';

const path = `/${defaultLanguage}`;

/** Whether the served home page has the content security policy of its release, and no second one. */
export const contentPolicy: ConfigCheck = {
  name: 'policy',
  seconds: 15,
  run: async (config) => {
    const response = await fetchSite(config, path).catch(() => undefined);
    // Whether the address can be reached, and a release is served, are other checks.
    if (response === undefined || response.status >= 500) return [];
    const policy = response.headers.get('content-security-policy');
    if (response.status !== 200) {
      return [
        problem(
          `The home page ${path} answers ${response.status}`,
          'Publish the site: npm run dolores -- site publish.',
        ),
      ];
    }
    if (policy === null) {
      return [
        problem(
          'The home page has no content security policy',
          'Let the web server in front keep the header content-security-policy.',
        ),
      ];
    }
    if (policy.includes(', ')) {
      return [
        warning(
          'The home page has two content security policies, of which browsers take the stricter parts',
          'Remove the one that the web server in front adds.',
        ),
      ];
    }
    if (/'unsafe-(?:inline|eval)'/.test(policy.replace(/style-src[^;]*/g, ''))) {
      return [
        problem(
          'The content security policy allows inline scripts',
          'Remove the one that the web server in front puts in its place.',
        ),
      ];
    }
    return [ok('The home page has its content security policy')];
  },
};
