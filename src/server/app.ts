import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { eventsMaxBytes } from '#contract/operation/analytics.ts';
import { putPicture } from '#contract/account/profile.ts';
import { uploadAttachment } from '#contract/chat/attachments.ts';
import { importConversations } from '#contract/conversations/conversations.ts';
import { sendScreenshot } from '#contract/sharing/sharing.ts';
import type { Platform } from '#server/context.ts';
import {
  AppError,
  errorBody,
  isDatabaseGone,
  isStorageFull,
  redactedError,
} from '#server/errors.ts';
import { accountRoutes } from '#server/routes/account/account.ts';
import { accountDataRoutes } from '#server/routes/account/accountData.ts';
import { findActor } from '#server/routes/actor.ts';
import { analyticsRoutes } from '#server/routes/operation/analytics.ts';
import { attachmentRoutes } from '#server/routes/chat/attachments.ts';
import { withdrawFormRoutes } from '#server/routes/orders/withdrawForm.ts';
import { checkCallMethods } from '#server/routes/callMethods.ts';
import { changeRoutes } from '#server/routes/chat/changes.ts';
import { chatRoutes } from '#server/routes/chat/chat.ts';
import { chatSettingsRoutes } from '#server/routes/chat/chatSettings.ts';
import { contactRoutes } from '#server/routes/support/contact.ts';
import { cancellationFormRoutes } from '#server/routes/orders/cancellationForm.ts';
import { contactFormRoutes } from '#server/routes/support/contactForm.ts';
import { conversationRoutes } from '#server/routes/conversations/conversations.ts';
import { allMailLinkRoutes } from '#server/routes/mail/mailLinks.ts';
import { googleRoutes } from '#server/routes/login/google.ts';
import { gptLinkFormRoutes } from '#server/routes/gpts/gptLinkForm.ts';
import { gptRoutes } from '#server/routes/gpts/gpts.ts';
import { healthRoutes } from '#server/routes/operation/health.ts';
import { mailReportRoutes } from '#server/routes/mail/mailReports.ts';
import { hookRoutes } from '#server/routes/publishing/hooks.ts';
import { loginFormRoutes } from '#server/routes/login/loginForm.ts';
import { loginRoutes } from '#server/routes/login/login.ts';
import { mediaCallbackRoutes } from '#server/routes/media/mediaCallbacks.ts';
import { mediaFileRoutes } from '#server/routes/media/mediaFiles.ts';
import { countRequests, metricsRoutes } from '#server/routes/operation/metrics.ts';
import { modelRoutes } from '#server/routes/models/models.ts';
import { orderRoutes } from '#server/routes/orders/orders.ts';
import { subscriptionRoutes } from '#server/routes/orders/subscription.ts';
import { paymentEventRoutes } from '#server/routes/orders/paymentEvents.ts';
import { openApiRoutes } from '#server/routes/operation/openapi.ts';
import { productRoutes } from '#server/routes/product/product.ts';
import { profileRoutes } from '#server/routes/account/profile.ts';
import { rankingRoutes } from '#server/routes/ranking/ranking.ts';
import { recentGptRoutes } from '#server/routes/gpts/recentGpt.ts';
import { redeemFormRoutes } from '#server/routes/product/redeemForm.ts';
import { resultsRoutes } from '#server/routes/gpts/results.ts';
import { shareRoutes } from '#server/routes/conversations/shares.ts';
import { securityTextRoutes } from '#server/routes/operation/securityText.ts';
import { sessionRoutes } from '#server/routes/login/sessions.ts';
import { sharingRoutes } from '#server/routes/sharing/sharing.ts';
import { sharedPageRoutes } from '#server/routes/conversations/sharedPage.ts';
import { protectUnsafeMethods } from '#server/routes/sameOrigin.ts';
import { reviewRoutes } from '#server/routes/reviews/reviews.ts';
import { logRequests } from '#server/routes/logRequests.ts';
import { type Variables, bodyMaxBytes, bodyTooLarge } from '#server/routes/serve.ts';
import { addSecurityHeaders } from '#server/routes/securityHeaders.ts';
import { siteRoutes } from '#server/routes/publishing/site.ts';
import { snapshotRoutes } from '#server/routes/publishing/snapshot.ts';
import { Site } from '#server/services/serving/openSite.ts';

export type App = Hono<{ Variables: Variables }>;

/** Creates the app: middleware of every request, forms, the calls of the API, and last the site. */
export function createApp(platform: Platform): App {
  const app: App = new Hono<{ Variables: Variables }>();
  app.use(logRequests(platform));
  app.use(countRequests(platform));
  app.use(addSecurityHeaders(platform.config));
  refuseErrors(app, platform);
  const site = openSite(platform);
  addForms(app, platform, site);
  app.use(checkCallMethods());
  app.route('/', healthRoutes(platform));
  app.route('/', analyticsRoutes(platform, limitBody(eventsMaxBytes)));

  const called = ['/api/*', '/logout'];
  for (const path of called) app.use(path, findActor(platform));
  // These read their bodies themselves, after their own checks.
  app.route('/', hookRoutes(platform));
  app.route('/', mailReportRoutes(platform));
  app.route('/', paymentEventRoutes());
  app.route('/', mediaCallbackRoutes());
  for (const path of called) app.use(path, limitBody());
  app.use('/api/*', protectUnsafeMethods(platform.config));
  app.route('/', openApiRoutes(platform));
  app.route('/', snapshotRoutes(platform));
  app.route('/', loginRoutes());
  app.route('/', accountRoutes());
  app.route('/', profileRoutes());
  app.route('/', sessionRoutes());
  app.route('/', accountDataRoutes());
  app.route('/', productRoutes());
  app.route('/', orderRoutes());
  app.route('/', sharingRoutes());
  app.route('/', subscriptionRoutes());
  app.route('/', rankingRoutes());
  app.route('/', gptRoutes());
  app.route('/', reviewRoutes());
  app.route('/', contactRoutes());
  app.route('/', modelRoutes());
  app.route('/', chatRoutes());
  app.route('/', changeRoutes());
  app.route('/', chatSettingsRoutes());
  app.route('/', conversationRoutes());
  app.route('/', shareRoutes());
  app.route('/', attachmentRoutes());
  app.route('/', mediaFileRoutes());
  app.route('/', recentGptRoutes(platform));
  app.route('/', resultsRoutes(platform, site));
  app.route('/', sharedPageRoutes(platform, site));
  app.route('/', siteRoutes(site, platform));
  return app;
}

/** Answers every error as a refusal: its status, its code, and when to try again. */
function refuseErrors(app: App, platform: Platform): void {
  app.onError((error, http) => {
    // Asked for lost connections only, because Hono would create a `Request` for every refusal.
    const isLeft = () => http.req.raw.signal.aborted;
    const refusal = toAppError(platform, error, http.get('requestId'), isLeft);
    http.set('refusal', refusal.code);
    if (refusal.status === 503) http.header('retry-after', '2');
    const { allow } = refusal.details;
    if (Array.isArray(allow)) http.header('allow', allow.join(', '));
    const seconds = refusal.details['retry_seconds'];
    if (typeof seconds === 'number') http.header('retry-after', String(seconds));
    http.header('cache-control', 'no-store');
    return http.json(errorBody(refusal), refusal.status);
  });
}

/** Adds what is no call of the contract: metrics, and pages for forms, for Google and for finders of faults. */
function addForms(app: App, platform: Platform, site: Site): void {
  app.route('/', metricsRoutes(platform));
  app.route('/', loginFormRoutes());
  app.route('/', allMailLinkRoutes(platform));
  app.route('/', securityTextRoutes(platform));
  for (const formRoutes of [
    contactFormRoutes,
    redeemFormRoutes,
    gptLinkFormRoutes,
    withdrawFormRoutes,
    cancellationFormRoutes,
  ]) {
    app.route('/', formRoutes({ platform, site, limitBody: limitBody() }));
  }
  app.route('/', googleRoutes(platform));
}

function openSite({ config, log }: Platform): Site {
  return new Site(config.dataDir, (reason) => log.error({ reason }, 'no release to serve'));
}

/** Calls that stream their body, with their own limits. */
const streamedBodies: ReadonlySet<string> = new Set([
  uploadAttachment.path,
  putPicture.path,
  sendScreenshot.path,
  importConversations.path,
]);

function limitBody(maxSize = bodyMaxBytes): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw bodyTooLarge(maxSize);
    },
  });
  return (http, next) => {
    const { method, path } = http.req;
    // Skipped for GET and HEAD, because Hono would create a `Request` to look for a body.
    const isSkipped = method === 'GET' || method === 'HEAD' || streamedBodies.has(path);
    return isSkipped ? next() : limit(http, next);
  };
}

/** `isLeft`: whether the client closed the connection, so that the response has no reader. */
function toAppError(
  { log }: Platform,
  error: unknown,
  requestId: string,
  isLeft: () => boolean,
): AppError {
  if (error instanceof AppError) return error;
  if (isStorageFull(error)) {
    log.error({ requestId, error: redactedError(error) }, 'no space is left to store anything');
    return new AppError('storage_full', 'Nothing can be stored at the moment: no space is left', {
      retry_seconds: 30,
    });
  }
  if (isDatabaseGone(error)) {
    // The connection that was lost may be the client's.
    if (isLeft()) {
      log.info({ requestId, error: redactedError(error) }, 'a client left before it was answered');
      return new AppError('invalid_input', 'The request was broken off');
    }
    log.warn({ requestId, error: redactedError(error) }, 'the database cannot be reached');
    return new AppError('unavailable', 'The service is unavailable for a moment, try again');
  }
  log.error({ requestId, error: redactedError(error) }, 'a request failed');
  return new AppError('internal', 'Something went wrong on our side', { request_id: requestId });
}
