import { receiveMailReports } from '#contract/mail/mailReports.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { readSignedBody } from '#server/routes/signedBody.ts';
import { examineMessage } from '#server/services/limits/examineMessage.ts';
import { isProven } from '#server/services/mail/hookProof.ts';
import { parseReports } from '#server/services/mail/parseReports.ts';
import { suppressAddresses } from '#server/services/mail/suppressions.ts';

/** The webhook of mail providers for bounces and complaints. Other programs call it, so it needs a proof. */
export function mailReportRoutes({ config, log }: Platform): RouteApp {
  const app = newRouteApp();
  const { mailHookSecret: secret } = config;
  serve(app, receiveMailReports, async (context, _request, http) => {
    http.header('cache-control', 'no-store');
    if (secret === undefined) throw new AppError('not_found', 'No hook for mail is set up here');
    const body = await examineMessage(context, async () => {
      const sent = await readSignedBody(http);
      const signature = http.req.header('dolores-signature');
      const authorization = http.req.header('authorization');
      if (isProven(secret, { body: sent, signature, authorization })) return sent;
      // Amazon SNS sends the password only after this.
      http.header('www-authenticate', 'Basic realm="mail reports"');
      throw new AppError('not_signed_in', 'Dolores-Signature or the password is missing or wrong');
    });
    const { reports, confirmUrl } = parseReports(body);
    if (confirmUrl !== undefined) {
      log.warn({ confirmUrl }, 'a sender of mail reports waits: open this address to confirm it');
    }
    const stopped = await suppressAddresses(context, reports);
    if (stopped > 0) log.info({ stopped }, 'addresses get no more mail');
    return { stopped, message: `${reports.length} reports were read` };
  });
  return app;
}
