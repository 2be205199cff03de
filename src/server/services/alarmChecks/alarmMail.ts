import type { Mail } from '#server/gateways/mail/mail.ts';
import type { AlarmMessage } from '#server/services/alarmChecks/tellWays.ts';
import { alarmLine } from '#server/services/alarms/openAlarms.ts';
import { type MailPart, layOutMail } from '#server/services/mail/layout.ts';

/** Returns the mail about a change of an alarm. */
export function alarmMail(to: string, publicUrl: string, message: AlarmMessage): Mail {
  const { change, alarm } = message;
  const host = new URL(publicUrl).hostname;
  const mail = layOutMail({
    to,
    subject: `${host}: ${stateOf(message)}: ${alarm.name} ${alarm.subject}`.trim(),
    language: 'en',
    parts: change === 'test' ? [{ text: alarm.meaning }] : partsOf(message),
  });
  return { ...mail, messageId: `<${message.id}@${host}>` };
}

function partsOf({ change, alarm }: AlarmMessage): MailPart[] {
  const { id, meaning, action, raised, resolved } = alarm;
  const since = `${alarmLine(alarm)}, since ${raised.toISOString()}`;
  if (change === 'resolved') {
    return [{ text: meaning }, { text: `${since}, until ${resolved?.toISOString() ?? 'now'}` }];
  }
  const quiet = `No messages about it for a while: dolores alarms quiet ${id} --hours 8`;
  return [{ text: meaning }, { text: action }, { text: since }, { text: quiet }];
}

function stateOf({ change, alarm }: AlarmMessage): string {
  if (change === 'raised') return alarm.severity;
  return change === 'reminder' ? `still ${alarm.severity}` : change;
}
