import {
  ownReports,
  postmarkReport,
  sesNotification,
  snsMessage,
} from '#contract/mail/mailReports.ts';
import type { MailReportKind } from '#domain/login/mailReports.ts';
import { AppError } from '#server/errors.ts';

export type MailReport = { email: string; kind: MailReportKind; cause: string | undefined };

/** The content of a message: its reports, and the address that confirms the first message of a sender. */
export type MailHookContent = { reports: MailReport[]; confirmUrl?: string };

/**
 * Reads a message of the mail hook: our own form, or one of Postmark or Amazon SES. Temporary bounces and other messages
 * of these senders have no reports. Throws `invalid_input`.
 */
export function parseReports(body: Uint8Array): MailHookContent {
  const message = parseJson(new TextDecoder().decode(body));
  const own = ownReports.safeParse(message);
  if (own.success) {
    const reports = [own.data].flat();
    return { reports: reports.map(({ email, kind, cause }) => ({ email, kind, cause })) };
  }
  const ofSns = snsMessage.safeParse(message);
  if (ofSns.success) return readSns(ofSns.data);
  const ofSes = readSes(message);
  if (ofSes) return { reports: ofSes };
  const ofPostmark = postmarkReport.safeParse(message);
  if (ofPostmark.success) return { reports: readPostmark(ofPostmark.data) };
  const [issue] = own.error.issues;
  const rule = 'must be { email, kind: "bounce" or "complaint" }, or a message of Postmark or SES';
  throw new AppError('invalid_input', `${issue?.path.join('.') || 'body'}: ${rule}`, {
    place: 'body',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_input', 'The body is not valid JSON', { place: 'body' });
  }
}

function readPostmark({
  RecordType,
  Type,
  Email,
  Description,
}: {
  RecordType: string;
  Type?: string | undefined;
  Email?: string | undefined;
  Description?: string | undefined;
}): MailReport[] {
  if (Email === undefined) return [];
  const report = { email: Email, cause: Description };
  if (RecordType === 'SpamComplaint') return [{ ...report, kind: 'complaint' }];
  return RecordType === 'Bounce' && Type === 'HardBounce' ? [{ ...report, kind: 'bounce' }] : [];
}

function readSns({
  Type,
  Message,
  SubscribeURL,
}: {
  Type: string;
  Message: string;
  SubscribeURL?: string | undefined;
}): MailHookContent {
  if (Type === 'SubscriptionConfirmation') {
    return { reports: [], ...(SubscribeURL !== undefined && { confirmUrl: SubscribeURL }) };
  }
  return { reports: (Type === 'Notification' && readSes(parseJson(Message))) || [] };
}

/** Returns the reports of a notification of SES; `undefined` for another message. */
function readSes(message: unknown): MailReport[] | undefined {
  const parsed = sesNotification.safeParse(message);
  if (!parsed.success) return undefined;
  const { bounce, complaint } = parsed.data;
  const isLasting = bounce?.bounceType === 'Permanent';
  const toReports = (
    recipients: readonly { emailAddress: string; diagnosticCode?: string | undefined }[],
    kind: MailReportKind,
  ) =>
    recipients.map(({ emailAddress, diagnosticCode }) => ({
      email: emailAddress,
      kind,
      cause: diagnosticCode,
    }));
  return [
    ...toReports(isLasting ? bounce.bouncedRecipients : [], 'bounce'),
    ...toReports(complaint?.complainedRecipients ?? [], 'complaint'),
  ];
}
