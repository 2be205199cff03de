import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { languageTags } from '#domain/languages/languages.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import type { SupportRequest } from '#server/services/support/requests.ts';

/** Returns the `Message-ID` of the mail with a message to the operator. Answers refer to it. */
export function requestMessageId(id: string, host: string): string {
  return `<support-${id}@${host}>`;
}

/**
 * Returns the mail with a message to the operator. Its headers contain our own words and the validated address only;
 * other texts of the sender are in the body. The same message always has the same `Message-ID`.
 */
export function supportMail(to: string, host: string, request: SupportRequest): Mail {
  const { id, reference, tier, topic, email, userId, about, language, created, message } = request;
  const facts = [
    `Reference: ${reference}`,
    `Topic: ${topic}`,
    `From: ${email} (${userId === null ? 'not signed in' : `account ${userId}`})`,
    `Plan: ${tier}`,
    `Language: ${languageTags[language]}`,
    `Sent: ${created.toISOString()}`,
    ...(about === null ? [] : [`About: ${about}`]),
  ];
  const text = `${facts.join('\n')}\n\n${message}\n`;
  return {
    to,
    subject: `${tier === 'pro' ? '[Pro] ' : ''}${topic}: ${reference}`,
    text,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${reference}</title></head><body><pre style="white-space:pre-wrap">${escapeHtml(text)}</pre></body></html>\n`,
    replyTo: email,
    messageId: requestMessageId(id, host),
  };
}
