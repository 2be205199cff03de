import { escapeHtml } from '#domain/fill.ts';
import { codeRoles } from '#domain/codeRoles.ts';
import { type ThemedToken, createCssVariablesTheme, createHighlighterCoreSync } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import bash from 'shiki/langs/bash.mjs';
import css from 'shiki/langs/css.mjs';
import diff from 'shiki/langs/diff.mjs';
import html from 'shiki/langs/html.mjs';
import javascript from 'shiki/langs/javascript.mjs';
import json from 'shiki/langs/json.mjs';
import markdown from 'shiki/langs/markdown.mjs';
import python from 'shiki/langs/python.mjs';
import sql from 'shiki/langs/sql.mjs';
import typescript from 'shiki/langs/typescript.mjs';
import yaml from 'shiki/langs/yaml.mjs';

const plain = ['', 'text', 'txt'];
const codeLanguages =
  'bash sh shell css diff html javascript js json markdown md python py sql typescript ts yaml yml'.split(
    ' ',
  );

const theme = 'roles';
let made: ReturnType<typeof makeHighlighter> | undefined;

/** Names that code may have behind its fence. */
export const codeNames: readonly string[] = [...plain.slice(1), ...codeLanguages];

/**
 * Code as HTML: roles are classes, as a page’s policy forbids style attributes, and so both modes have their colours
 * from the stylesheet. `undefined` when the language is none of `codeNames`.
 */
export function highlight(code: string, language: string): string | undefined {
  if (plain.includes(language)) return escapeHtml(code);
  if (!codeLanguages.includes(language)) return undefined;
  const key = `${language} ${code}`;
  const html = known.get(key) ?? highlighted(code, language);
  if (known.size < knownAtMost) known.set(key, html);
  return html;
}

/** Translations of a post show the same code, and so do pages that fall back to English. */
const known = new Map<string, string>();
const knownAtMost = 2_000;

function highlighted(code: string, language: string): string {
  made ??= makeHighlighter();
  // Without a limit of time: on a busy machine the rest of a line would stay without colours, and pages would differ.
  const lines = made.codeToTokensBase(code, { lang: language, theme, tokenizeTimeLimit: 0 });
  return lines.map(lineToHtml).join('\n');
}

function makeHighlighter() {
  return createHighlighterCoreSync({
    themes: [createCssVariablesTheme({ name: theme, variablePrefix: '--', fontStyle: false })],
    langs: [bash, css, diff, html, javascript, json, markdown, python, sql, typescript, yaml],
    engine: createJavaScriptRegexEngine(),
  });
}

/** Neighbours of one role stand in one element. */
function lineToHtml(tokens: readonly ThemedToken[]): string {
  const parts: { role: string | undefined; text: string }[] = [];
  for (const { content, color } of tokens) {
    const role = codeRoles[color ?? ''];
    const last = parts.at(-1);
    if (last !== undefined && (last.role === role || content.trim() === '')) last.text += content;
    else parts.push({ role, text: content });
  }
  return parts
    .map(({ role, text }) =>
      role === undefined ? escapeHtml(text) : `<span class="${role}">${escapeHtml(text)}</span>`,
    )
    .join('');
}
