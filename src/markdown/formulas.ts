import katex from 'katex';
import 'katex/contrib/mhchem';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { formulaLimits, isTooMuch } from '#markdown/formulaLimits.ts';
import type { Maths } from '#markdown/readMaths.ts';

/**
 * Returns a formula as MathML, which browsers display without our styles. An invalid formula is shown as its source
 * text.
 */
export function formulaHtml({ text, raw, display }: Maths): string {
  const html = mathMl(text, display);
  if (html === undefined) return `<code>${escapeHtml(raw.trim())}</code>`;
  // A span, because it may be within a paragraph.
  return display ? `<span class="answer-formula" dir="ltr" tabindex="0">${html}</span>\n` : html;
}

/** Returns MathML without style attributes, which the policy forbids; `undefined` for invalid formulas. */
function mathMl(text: string, displayMode: boolean): string | undefined {
  if (isTooMuch(text)) return undefined;
  try {
    const options = { displayMode, output: 'mathml', ...formulaLimits } as const;
    const html = katex.renderToString(text, { ...options, throwOnError: true });
    // `\char` can write noncharacters, which mark places in HTML (`domain/texts/answerMarks.ts`).
    return html.replace(/ style="[^"]*"|[\uFDD0\uFDD1]/g, '');
  } catch {
    return undefined;
  }
}
