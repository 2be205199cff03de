import { createTransport } from 'nodemailer';
import { needsTls } from '#server/gateways/mail/smtp.ts';

const limitMilliseconds = 8_000;

/** Connects to the mail server and signs in, with the same demands on TLS as for a mail. Throws its refusal. */
export async function checkSmtp(smtpUrl: string): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    ...(needsTls(smtpUrl) ? { requireTLS: true } : {}),
    connectionTimeout: limitMilliseconds,
    greetingTimeout: limitMilliseconds,
    socketTimeout: limitMilliseconds,
    dnsTimeout: limitMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
