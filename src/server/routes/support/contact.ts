import { sendContactMessage } from '#contract/support/contact.ts';
import { listSupportMessages } from '#contract/support/support.ts';
import type { ContactTopic } from '#domain/support/contact.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { listOwnRequests } from '#server/services/support/listOwnRequests.ts';
import { sendRequest } from '#server/services/support/sendRequest.ts';

export function contactRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, sendContactMessage, (context, { body }, http) => {
    const { email, topic, message, about = '', language = languageOf(http) } = body;
    // The contract has checked the topic.
    return sendRequest(context, { email, topic: topic as ContactTopic, message, about, language });
  });
  serve(app, listSupportMessages, (context) => listOwnRequests(context));
  return app;
}
