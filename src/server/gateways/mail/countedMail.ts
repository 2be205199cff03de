import type { Mail, MailGateway } from '#server/gateways/mail/mail.ts';
import type { Metrics } from '#server/metrics.ts';

/** Returns a gateway that counts the mails which the mail server accepted or refused. */
export function countedMail(mail: MailGateway, metrics: Metrics): MailGateway {
  return {
    mailboxUrl: mail.mailboxUrl,
    send: async (sent: Mail) => {
      try {
        await mail.send(sent);
      } catch (error) {
        metrics.countMail('failed');
        throw error;
      }
      metrics.countMail('sent');
    },
    close: () => mail.close(),
  };
}
