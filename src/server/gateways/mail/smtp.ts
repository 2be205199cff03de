import { createTransport } from 'nodemailer';
import { deliverableEmail } from '#domain/login.ts';
import type { Config } from '#server/config.ts';
import type { Mail, MailGateway } from '#server/gateways/mail/mail.ts';

/** Mails that may wait at once: when the mail server hangs, refusing is better than a growing queue. */
const longestQueue = 200;

/**
 * Sends mail by the server of `SMTP_URL`, over a few connections that are kept. A mail that was not taken within
 * `sendSeconds` is given up. A password never travels without TLS, except on this machine; the query of the URL
 * (`?requireTLS=…`, `?tls.rejectUnauthorized=…`) says otherwise where an operator must.
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
    // As an object, so that nothing in an address is read as a list or a name.
    to: { name: '', address: deliverableEmail(mail.to) },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Help desks do not answer what no person wrote.
    ...(replyTo === undefined
      ? { headers: { 'Auto-Submitted': 'auto-generated' } }
      : { replyTo: { name: '', address: deliverableEmail(replyTo) } }),
    ...(messageId === undefined ? {} : { messageId }),
    ...(inReplyTo === undefined ? {} : { inReplyTo, references: inReplyTo }),
  };
}

function needsTls(smtpUrl: string): boolean {
  const { hostname, username, searchParams } = new URL(smtpUrl);
  if (searchParams.has('requireTLS')) return false;
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
