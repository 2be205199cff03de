import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import { translator } from '#i18n/translate.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';

/** A part of a mail: a paragraph, a code to copy, or a link with its label. */
export type MailPart = { text: string } | { code: string } | { link: string; label: string };

type Content = {
  to: string;
  subject: string;
  language: Language;
  parts: readonly MailPart[];
};

/** Returns a mail to a user as plain text and as HTML that loads nothing from other servers. */
export function layOutMail({ to, subject, language, parts }: Content): Mail {
  const style = 'font:16px/1.5 system-ui,sans-serif;max-width:480px;margin:0 auto;padding:24px';
  return {
    to,
    subject,
    text: `${parts.map((part) => textOf(part, language)).join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8"><title>Dolores</title></head>`,
      `<body style="${style}">`,
      ...parts.map(htmlOf),
      '</body></html>\n',
    ].join('\n'),
  };
}

function textOf(part: MailPart, language: Language): string {
  if ('text' in part) return part.text;
  if ('code' in part) return part.code;
  return `${translator(language, 'mail')('linkLabel', { label: part.label })}\n${part.link}`;
}

function htmlOf(part: MailPart): string {
  if ('text' in part) return `<p${linesStyle(part.text)}>${escapeHtml(part.text)}</p>`;
  if ('link' in part) {
    return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>`;
  }
  return `<p style="font:600 32px/1.2 monospace;letter-spacing:6px;margin:24px 0">${escapeHtml(part.code)}</p>`;
}

/** Keeps the lines of a paragraph that has several. */
function linesStyle(text: string): string {
  return text.includes('\n') ? ' style="white-space:pre-line"' : '';
}
