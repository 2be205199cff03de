import katex from 'katex';
import { definesCommands } from '#markdown/definesCommands.ts';
import type { TokenizerAndRendererExtension, Tokens } from 'marked';

type Formula = Tokens.Generic & { type: 'formula'; text: string; display: boolean };

/** Most characters of a formula; longer ones stay text. */
const charactersAtMost = 5_000;

/**
 * Notations of formulas in answers: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`. A single dollar counts only next to a character
 * that is not a space, and not before a digit: “$5 and $10” are prices.
 */
const notations: readonly { pattern: RegExp; display: boolean; level: 'block' | 'inline' }[] = [
  { pattern: /^ {0,3}\$\$[ \t]*\n?([^$]+?)\$\$[ \t]*(?:\n|$)/, display: true, level: 'block' },
  { pattern: /^ {0,3}\\\[([\s\S]+?)\\\][ \t]*(?:\n|$)/, display: true, level: 'block' },
  { pattern: /^\$\$([^$]+?)\$\$(?!\$)/, display: true, level: 'inline' },
  { pattern: /^\$(?![\s$])((?:\\.|[^$\\\n])+?)(?<!\s)\$(?!\d)/, display: false, level: 'inline' },
  { pattern: /^\\\(([\s\S]+?)\\\)/, display: false, level: 'inline' },
];

/**
 * Returns extensions of marked that render formulas as MathML, which browsers display without our styles. Invalid
 * formulas are shown as source text, escaped by `escape`.
 */
export function formulaExtensions(
  escape: (text: string) => string,
): TokenizerAndRendererExtension[] {
  const renderer = (token: Tokens.Generic) => renderFormula(token as Formula, escape);
  return [
    {
      name: 'formulaBlock',
      level: 'block',
      start: (source) => source.match(/\n {0,3}(?:\$\$|\\\[)/)?.index,
      tokenizer: (source) => read(source, 'block', 'formulaBlock'),
      renderer,
    },
    {
      name: 'formula',
      level: 'inline',
      start: (source) => source.match(/\$|\\\(/)?.index,
      tokenizer: (source) => read(source, 'inline', 'formula'),
      renderer,
    },
  ];
}

function read(source: string, level: 'block' | 'inline', type: string): Tokens.Generic | undefined {
  const start = source.slice(0, charactersAtMost);
  for (const { pattern, display } of notations.filter((notation) => notation.level === level)) {
    const match = pattern.exec(start);
    const text = match?.[1]?.trim();
    // Formulas contain no blank lines.
    if (match && text && !/\n\s*\n/.test(text)) return { type, raw: match[0], text, display };
  }
  return undefined;
}

function renderFormula({ text, raw, display }: Formula, escape: (text: string) => string): string {
  const html = mathMl(text, display);
  if (html === undefined) return `<code>${escape(raw.trim())}</code>`;
  return display ? `<p class="answer-formula" tabindex="0">${html}</p>\n` : html;
}

/** Returns MathML without style attributes, which the policy forbids; `undefined` for invalid formulas. */
function mathMl(text: string, displayMode: boolean): string | undefined {
  if (definesCommands(text)) return undefined;
  try {
    const options = { displayMode, output: 'mathml', maxSize: 20, maxExpand: 500 } as const;
    const html = katex.renderToString(text, { ...options, strict: false, throwOnError: true });
    // `\char` can write noncharacters, with which the callers of this folder mark places in HTML.
    return html.replace(/ style="[^"]*"|[\uFDD0\uFDD1]/g, '');
  } catch {
    return undefined;
  }
}
