import { type ConfigCheck, ok, warning } from '#server/services/doctor/findings.ts';

const local = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a site for everybody runs as one for development, with sandboxes and a secret that can be guessed. */
export const mode: ConfigCheck = {
  name: 'mode',
  seconds: 5,
  run: async ({ production, publicUrl }) => {
    if (production) return [ok('The configuration is complete, for production')];
    if (local.test(new URL(publicUrl).hostname)) {
      return [ok('The configuration is valid, for development')];
    }
    return [
      warning(
        'The site has a public address, but runs as for development: sandboxes answer and take payments, and SECRET may be known',
        'Set NODE_ENV=production, and what it then asks for.',
      ),
    ];
  },
};
