import { endpoint } from '#contract/endpoint.ts';
import { mailReportKinds } from '#domain/login/mailReports.ts';
import * as z from 'zod/mini';

const address = z.string().check(z.minLength(3), z.maxLength(320));
const cause = z.optional(z.string().check(z.maxLength(2_000)));

/** Our own form: one report or a list. */
const ownReport = z.object({ email: address, kind: z.enum(mailReportKinds), cause });
export const ownReports = z.union([ownReport, z.array(ownReport).check(z.maxLength(1_000))]);

/** Postmark, https://postmarkapp.com/developer/webhooks/bounce-webhook: other records have another `RecordType`. */
export const postmarkReport = z.object({
  RecordType: z.string(),
  Type: z.optional(z.string()),
  Email: z.optional(address),
  Description: z.optional(z.string()),
});

/** Amazon SNS, https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html; `Message` is JSON of SES. */
export const snsMessage = z.object({
  Type: z.string(),
  Message: z.string(),
  SubscribeURL: z.optional(z.string()),
});

const recipients = z.array(z.object({ emailAddress: address, diagnosticCode: cause }));

/** Amazon SES, https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html. */
export const sesNotification = z.object({
  notificationType: z.string(),
  bounce: z.optional(z.object({ bounceType: z.string(), bouncedRecipients: recipients })),
  complaint: z.optional(z.object({ complainedRecipients: recipients })),
});

export const receiveMailReports = endpoint({
  method: 'POST',
  path: '/api/mail/bounces',
  summary:
    'Takes reports about addresses that bounced mails for good or complained. Dolores-Signature carries t=, the seconds since 1970, and v1=, the HMAC-SHA256 of the time, a dot and the body with the secret of the hook, in hexadecimal; senders that cannot sign send the secret as the password of Basic authentication. Takes { email, kind, cause } or a list of them, and the forms of Postmark and Amazon SES. Answers 404 where no hook is set up.',
  access: 'signed',
  response: () =>
    z.object({
      /** How many addresses get no more mail. */
      stopped: z.int(),
      message: z.string(),
    }),
});
