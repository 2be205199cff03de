import { keepAccountPath } from '#domain/account/accountDeletion.ts';
import { keepPlanPath } from '#domain/orders/cancellation.ts';
import { endSessionsPath } from '#domain/login/login.ts';
import type { Platform } from '#server/context.ts';
import { type MailLink, mailLinkRoutes } from '#server/routes/mail/mailLinkPage.ts';
import { type RouteApp, newRouteApp } from '#server/routes/serve.ts';
import { keepAccount } from '#server/services/account/deletion/requestDeletion.ts';
import { endAllSessions } from '#server/services/login/endSessions.ts';
import { keepPlan } from '#server/services/orders/subscriptions/cancellations/keepPlan.ts';

const links: readonly MailLink[] = [
  {
    path: endSessionsPath,
    purpose: 'end sessions',
    texts: 'endSessions',
    after: ['endSessions.mailbox'],
    act: ({ database }, userId) => endAllSessions(database.query, userId),
  },
  {
    path: keepAccountPath,
    purpose: 'keep account',
    texts: 'keepAccount',
    after: [],
    act: keepAccount,
  },
  {
    path: keepPlanPath,
    purpose: 'keep plan',
    texts: 'keepPlan',
    after: [],
    act: keepPlan,
  },
];

/** The pages of links in mails: “This was not me”, and keeping an account or a plan. */
export function allMailLinkRoutes(platform: Platform): RouteApp {
  const app = newRouteApp();
  for (const link of links) app.route('/', mailLinkRoutes(platform, link));
  return app;
}
