import { createTransport } from 'nodemailer';
import { deliverableEmail } from '#domain/login/login.ts';
import type { Config } from '#server/config.ts';
import type { Mail, MailGateway } from '#server/gateways/mail/mail.ts';

/** How many mails may wait. When the mail server hangs, refusing is better than a growing queue. */
const longestQueue = 200;

/**
 * Sends mail by the server of `SMTP_URL`, over a few persistent connections. A mail that is not taken within
 * `sendSeconds` is given up. A password is never sent without TLS, except on this machine. Operators can change this in
 * the query of the URL (`?requireTLS=…`, `?tls.rejectUnauthorized=…`).
 */
export function createSmtpMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  sendSeconds = 20,
): MailGateway {
  const url = config.smtpUrl;
  if (url === undefined) throw new Error('SMTP_URL is not set');
  const transport = createTransport({
    url,
    ...(needsTls(url) ? { requireTLS: true } : {}),
    pool: true,
    maxConnections: 4,
    maxRequeues: 1,
    connectionTimeout: sendSeconds * 1_000,
    greetingTimeout: sendSeconds * 1_000,
    socketTimeout: sendSeconds * 1_000,
    dnsTimeout: sendSeconds * 500,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let waiting = 0;
  return {
    mailboxUrl: undefined,
    send: async (mail: Mail) => {
      if (waiting >= longestQueue)
        throw new Error('Too many mails are waiting for the mail server');
      waiting += 1;
      try {
        const signal = AbortSignal.timeout(sendSeconds * 1_000);
        await transport.sendMail({ ...mailOf(mail, config.mailFrom), signal });
      } finally {
        waiting -= 1;
      }
    },
    close: async () => transport.close({ force: true }),
  };
}

function mailOf(mail: Mail, from: string) {
  const { replyTo, messageId, inReplyTo } = mail;
  return {
    from,
    // An object, so that no part of an address is read as a list or a name.
    to: { name: '', address: deliverableEmail(mail.to) },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Help desks send no reply to generated mails, so mails from persons lack this header.
    ...(replyTo === undefined
      ? { headers: { 'Auto-Submitted': 'auto-generated' } }
      : { replyTo: { name: '', address: deliverableEmail(replyTo) } }),
    ...(messageId === undefined ? {} : { messageId }),
    ...(inReplyTo === undefined ? {} : { inReplyTo, references: inReplyTo }),
  };
}

/** Whether mails go over TLS only: a password is never sent without it. */
export function needsTls(smtpUrl: string): boolean {
  const { hostname, username, searchParams } = new URL(smtpUrl);
  if (searchParams.has('requireTLS')) return false;
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
