import type { AlarmDetail } from '#domain/operation/alarms.ts';
import type { CorePlatform } from '#server/context.ts';
import { isAddressRefused } from '#server/gateways/mail/isAddressRefused.ts';
import type { MailGateway } from '#server/gateways/mail/mail.ts';
import { mailFailure } from '#server/gateways/mail/mailFailure.ts';
import { noteFailure, noteSuccess } from '#server/services/alarms/noteFailure.ts';

/** Returns the mail gateway with each failure and success of the mail server noted for the alarms. */
export function watchMail(platform: CorePlatform, mail: MailGateway): MailGateway {
  return {
    ...mail,
    send: async (one) => {
      try {
        await mail.send(one);
      } catch (error) {
        if (!isAboutRecipient(error)) {
          await noteFailure(platform, { name: 'mail_refused', detail: mailFacts(error) });
        }
        throw error;
      }
      await noteSuccess(platform, { name: 'mail_refused' });
    },
  };
}

/** Whether only this recipient is refused, for good or for now, and not our server (x.7). */
function isAboutRecipient(error: unknown): boolean {
  if (isAddressRefused(error)) return true;
  const { command, responseCode, response } = error as Record<string, unknown>;
  if (command !== 'RCPT TO' || typeof responseCode !== 'number') return false;
  return responseCode < 500 && !/^4\d\d[ -]4\.7\./.test(String(response));
}

/** Returns the facts of a failure, none of which is an address. */
export function mailFacts(error: unknown): AlarmDetail {
  const { code, responseCode, command } = mailFailure(error);
  const facts = { code, reply: responseCode, command };
  return Object.fromEntries(
    Object.entries(facts).filter(
      (fact): fact is [string, string | number] =>
        typeof fact[1] === 'string' || typeof fact[1] === 'number',
    ),
  );
}
