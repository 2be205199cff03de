import { escapeHtml } from '#domain/escapeHtml.ts';
import { codeRoles } from '#domain/codeRoles.ts';
import { memoiseConstant, memoiseText } from '#catalog/memoise.ts';
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

/** Names that code may have behind its fence. */
export const codeNames: readonly string[] = [...plain.slice(1), ...codeLanguages];

/**
 * Returns code as HTML: roles are classes, as a page’s policy forbids style attributes, and so both modes have their colours
 * from the stylesheet. `undefined` when the language is none of `codeNames`.
 */
export function highlight(code: string, language: string): string | undefined {
  if (plain.includes(language)) return escapeHtml(code);
  if (!codeLanguages.includes(language)) return undefined;
  return highlightedIn(language)(code);
}

const textsAtMost = 2_000;

/** Memoised, because translations of a post have the same code, and so have pages that fall back to English. */
const highlightedIn = memoiseText(codeLanguages.length, (language: string) =>
  memoiseText(textsAtMost, (code: string) => highlighted(code, language)),
);

function highlighted(code: string, language: string): string {
  // Without a limit of time: on a busy machine the rest of a line would stay without colours, and pages would differ.
  const lines = highlighter().codeToTokensBase(code, {
    lang: language,
    theme,
    tokenizeTimeLimit: 0,
  });
  return lines.map(lineToHtml).join('\n');
}

const highlighter = memoiseConstant(() =>
  createHighlighterCoreSync({
    themes: [createCssVariablesTheme({ name: theme, variablePrefix: '--', fontStyle: false })],
    langs: [bash, css, diff, html, javascript, json, markdown, python, sql, typescript, yaml],
    engine: createJavaScriptRegexEngine(),
  }),
);

/** Neighbours of one role share an element. */
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
