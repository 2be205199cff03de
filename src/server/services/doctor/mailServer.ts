import { checkSmtp } from '#server/gateways/mail/checkSmtp.ts';
import {
  type ConfigCheck,
  ok,
  problem,
  reasonOf,
  warning,
} from '#server/services/doctor/findings.ts';

/** Whether the mail server takes our name and password. Nothing is sent. */
export const mailServer: ConfigCheck = {
  name: 'mail',
  seconds: 20,
  run: async (config) => {
    if (config.smtpUrl === undefined) {
      const text = 'There is no SMTP_URL: mails go to the mailbox of this machine';
      return [config.production ? problem(text, 'Set SMTP_URL.') : ok(text)];
    }
    const { host } = new URL(config.smtpUrl);
    try {
      await checkSmtp(config.smtpUrl);
    } catch (error) {
      return [
        problem(
          `The mail server ${host} refuses us: ${reasonOf(error)}; nobody can sign in`,
          'Correct SMTP_URL: host, port, name and password, with special characters percent-encoded.',
        ),
      ];
    }
    if (new URL(config.smtpUrl).username === '') {
      return [ok(`The mail server ${host} takes mails without a name`)];
    }
    const isPlain = config.mailFrom.includes('@localhost');
    if (isPlain) {
      return [
        warning(
          'MAIL_FROM is an address of this machine, which other mail servers refuse',
          'Set MAIL_FROM to an address of your domain.',
        ),
      ];
    }
    return [ok(`The mail server ${host} takes our name and password`)];
  },
};
