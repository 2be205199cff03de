import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { copyFormatted } from '#stores/browser/copyText.ts';

/**
 * Copies the text of an answer: as Markdown, and with its formatting for editors that show it. Call it at once in the
 * handler of a click or key.
 */
export async function copyAnswer(text: string): Promise<void> {
  await copyFormatted({ text, html: () => answerHtml(text) }, 'chat.copied');
}

/** Returns the HTML of an answer; its plain text if the code that formats it cannot be fetched. */
async function answerHtml(text: string): Promise<string> {
  try {
    const { copiedHtml } = await import('#markdown/copiedHtml.ts');
    return copiedHtml(text, location.host);
  } catch {
    return `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  }
}
