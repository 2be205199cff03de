import type { Config } from '#server/config.ts';
import type { MailGateway } from '#server/gateways/mail/mail.ts';
import { createMailbox } from '#server/gateways/mail/mailbox.ts';
import { createSmtpMail } from '#server/gateways/mail/smtp.ts';

/** Opens the configured mail server, or else the development mailbox. */
export async function createMail(config: Config): Promise<MailGateway> {
  const { smtpUrl, dataDir, mailboxPort } = config;
  return smtpUrl === undefined ? createMailbox(dataDir, mailboxPort) : createSmtpMail(config);
}
