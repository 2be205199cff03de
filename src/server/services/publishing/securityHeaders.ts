import type { Config } from '#server/config.ts';

/** Headers of every answer, whatever it is. Pages add the policy of their own content. */
export function securityHeaders(
  config: Pick<Config, 'production' | 'publicUrl'>,
): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    // The window that signs in with Google must be able to tell its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(config.production && config.publicUrl.startsWith('https://')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}
