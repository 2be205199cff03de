import { addDays, dayOf } from '#domain/dates.ts';
import type { Platform } from '#server/context.ts';
import { type RouteApp, newRouteApp } from '#server/routes/serve.ts';

/** How long the text may be kept: a reader who finds an older one is to ask again. */
const days = 180;

/**
 * Serves `/.well-known/security.txt`, which says where a fault of security is reported (RFC 9116). Without an address the
 * file does not exist.
 */
export function securityTextRoutes({ config, now }: Platform): RouteApp {
  const app = newRouteApp();
  const { operator, publicUrl } = config;
  const contact = operator.securityEmail ?? operator.supportEmail;
  const path = '/.well-known/security.txt';
  if (contact === undefined) return app;
  app.get(path, (http) => {
    const end = addDays(dayOf(now()), days);
    http.header('cache-control', 'public, max-age=3600');
    return http.text(
      [
        `Contact: mailto:${contact}`,
        `Expires: ${end}T00:00:00Z`,
        'Preferred-Languages: en',
        `Canonical: ${publicUrl}${path}`,
        '',
      ].join('\n'),
    );
  });
  return app;
}
