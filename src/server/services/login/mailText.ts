import { type Language, languageTags } from '#domain/languages.ts';
import { escapeHtml } from '#domain/fill.ts';
import { codeMinutes } from '#domain/login.ts';
import { translator } from '#i18n/translate.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';

/** The mail that carries a sign-in code and, unless that is empty, a word to be entered beside it. */
export function codeMail(
  to: string,
  { code, word }: { code: string; word: string },
  language: Language,
): Mail {
  const translate = translator(language, 'mail');
  const intro = translate('intro');
  const expiry = translate('expiry', { minutes: codeMinutes });
  const ignore = translate('ignore');
  const letters = word === '' ? [] : [{ intro: translate('letters'), word }];
  return {
    to,
    subject: translate('subject', { code }),
    text:
      [intro, code, ...letters.flatMap((it) => [it.intro, it.word]), expiry, ignore, '']
        .join('\n\n')
        .trimEnd() + '\n',
    html: page(languageTags[language], [
      paragraph(intro),
      large(code),
      ...letters.flatMap((it) => [paragraph(it.intro), large(it.word)]),
      paragraph(expiry),
      paragraph(ignore),
    ]),
  };
}

function page(tag: string, paragraphs: readonly string[]): string {
  const style = 'font:16px/1.5 system-ui,sans-serif;max-width:480px;margin:0 auto;padding:24px';
  return [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>Dolores</title></head>`,
    `<body style="${style}">`,
    ...paragraphs,
    '</body></html>\n',
  ].join('\n');
}

function large(text: string): string {
  return `<p style="font:600 32px/1.2 monospace;letter-spacing:6px;margin:24px 0">${escapeHtml(text)}</p>`;
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}
