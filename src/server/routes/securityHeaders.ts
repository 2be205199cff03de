import type { MiddlewareHandler } from 'hono';
import type { Config } from '#server/config.ts';
import { setDefaultHeader } from '#server/routes/defaultHeaders.ts';
import { isDemoFolder } from '#server/services/demo/demoFolder.ts';

/** Adds the headers of every response. A page's content security policy comes from its release. */
export function addSecurityHeaders(
  config: Pick<Config, 'production' | 'publicUrl' | 'dataDir'>,
): MiddlewareHandler {
  const headers = Object.entries({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    // The popup of the sign-in with Google must be able to report to its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // Other sites may show pictures of the site only, as previews of links do (`site.ts`).
    'cross-origin-resource-policy': 'same-origin',
    ...(isDemoFolder(config.dataDir) ? { 'x-robots-tag': 'noindex' } : {}),
    ...(config.production && config.publicUrl.startsWith('https://')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  });
  return (http, next) => {
    // Defaults, because a page may have stricter values.
    for (const [name, value] of headers) setDefaultHeader(http, name, value);
    return next();
  };
}
