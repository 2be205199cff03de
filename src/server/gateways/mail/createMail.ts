import type { Config } from '#server/config.ts';
import type { MailGateway } from '#server/gateways/mail/mail.ts';
import { createMailbox } from '#server/gateways/mail/mailbox.ts';
import { createSmtpMail } from '#server/gateways/mail/smtp.ts';

/** Sends nothing, not even to the development mailbox. */
const restoredMail: MailGateway = {
  send: async () => {
    throw new Error('This database is a restored copy, which sends no mail until “dolores resume”');
  },
  mailboxUrl: undefined,
  close: async () => undefined,
};

/** Opens the configured mail server, or else the development mailbox. Mail of a restored copy fails. */
export async function createMail(config: Config): Promise<MailGateway> {
  if (config.isRestoredCopy) return restoredMail;
  const { smtpUrl, dataDir, mailboxPort } = config;
  return smtpUrl === undefined ? createMailbox(dataDir, mailboxPort) : createSmtpMail(config);
}
