import { keepAccountPath } from '#domain/accountDeletion.ts';
import { endSessionsPath } from '#domain/login.ts';
import type { Platform } from '#server/context.ts';
import { mailLinkRoutes } from '#server/routes/mailLinkPage.ts';
import { type RouteApp, newRouteApp } from '#server/routes/serve.ts';
import { keepAccount } from '#server/services/account/deletion/requestDeletion.ts';
import { endAllSessions } from '#server/services/login/endSessions.ts';

/** The pages that links in mails lead to: “This was not me”, and keeping an account that was to be deleted. */
export function allMailLinkRoutes(platform: Platform): RouteApp {
  const app = newRouteApp();
  app.route(
    '/',
    mailLinkRoutes(platform, {
      path: endSessionsPath,
      purpose: 'end sessions',
      texts: 'endSessions',
      after: ['endSessions.mailbox'],
      act: endAllSessions,
    }),
  );
  app.route(
    '/',
    mailLinkRoutes(platform, {
      path: keepAccountPath,
      purpose: 'keep account',
      texts: 'keepAccount',
      after: [],
      act: keepAccount,
    }),
  );
  return app;
}
