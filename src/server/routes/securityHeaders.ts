import type { MiddlewareHandler } from 'hono';
import type { Config } from '#server/config.ts';
import { isDemoFolder } from '#server/services/demo/demoFolder.ts';

/** Adds what every answer carries, pages and calls alike; a page's content security policy comes with its release. */
export function addSecurityHeaders(
  config: Pick<Config, 'production' | 'publicUrl' | 'dataDir'>,
): MiddlewareHandler {
  const headers = Object.entries({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    // The window that signs in with Google must be able to tell its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(isDemoFolder(config.dataDir) ? { 'x-robots-tag': 'noindex' } : {}),
    ...(config.production && config.publicUrl.startsWith('https://')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  });
  return async (http, next) => {
    await next();
    // In place: `http.header` would make the whole answer anew for each of them.
    const own = http.res.headers;
    for (const [name, value] of headers) {
      // A page may be stricter by itself.
      if (!own.has(name)) own.set(name, value);
    }
  };
}
