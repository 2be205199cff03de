import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { codeRoles } from '#domain/texts/codeRoles.ts';
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

/** The accepted language names of code blocks. */
export const codeNames: readonly string[] = [...plain.slice(1), ...codeLanguages];

/**
 * Returns highlighted code as HTML; `undefined` if the language is not in `codeNames`. Roles become classes, because the
 * Content Security Policy forbids style attributes. The stylesheet colours them in both colour modes.
 */
export function highlight(code: string, language: string): string | undefined {
  if (plain.includes(language)) return escapeHtml(code);
  if (!codeLanguages.includes(language)) return undefined;
  return highlightedIn(language)(code);
}

const textsAtMost = 2_000;

/** Memoised, because translations of a post, and pages that fall back to English, have the same code. */
const highlightedIn = memoiseText(codeLanguages.length, (language: string) =>
  memoiseText(textsAtMost, (code: string) => highlighted(code, language)),
);

function highlighted(code: string, language: string): string {
  // No time limit: on a busy machine it would leave parts of a line without colours, so that builds would differ.
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

/** Returns the HTML of a line. Neighbouring tokens with the same role share an element. */
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
