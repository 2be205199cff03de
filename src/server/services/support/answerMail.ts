import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { languageTags } from '#domain/languages/languages.ts';
import { longDay } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import type { SupportRequest } from '#server/services/support/requests.ts';
import { requestMessageId } from '#server/services/support/supportMail.ts';

/**
 * Returns the mail with the operator’s answer above the quoted question. Its headers contain no text of the sender. The
 * same answer always has the same `Message-ID`.
 */
export function answerMail(
  request: SupportRequest,
  answer: string,
  { host, replyTo }: { host: string; replyTo: string | undefined },
): Mail {
  const { id, reference, email, language, created, message } = request;
  const translate = translator(language, 'mail');
  const day = longDay(language, created);
  const subject = translate('support.subject', { reference });
  const text = `${answer}\n\n${translate('support.wrote', { day, reference })}\n${quote(message)}\n`;
  return {
    to: email,
    subject,
    text,
    html: `<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body><div style="font:16px/1.5 system-ui,sans-serif;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</div></body></html>\n`,
    ...(replyTo === undefined ? {} : { replyTo }),
    messageId: `<support-answer-${id}@${host}>`,
    inReplyTo: requestMessageId(id, host),
  };
}

function quote(message: string): string {
  return message
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}
