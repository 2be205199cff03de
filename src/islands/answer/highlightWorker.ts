import { codeRoles } from '#domain/texts/codeRoles.ts';
import {
  type HighlighterCore,
  type LanguageInput,
  type ThemedToken,
  createCssVariablesTheme,
  createHighlighterCore,
} from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';

export type HighlightRequest = { id: number; code: string; language: string };

/** The pieces of the code in their order, or `undefined` after an error. */
export type HighlightResponse = { id: number; pieces: readonly CodePiece[] | undefined };

/** `role`: the class that gives the colour, if it differs from the colour of text. */
export type CodePiece = { text: string; role: string | undefined };

/** Longer lines are not highlighted. */
const maxLineLength = 2_000;

const theme = 'roles';

/** Grammars by the id of the language. Each one is fetched when code in its language is first shown. */
const grammars: Readonly<Record<string, () => LanguageInput>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  bat: () => import('shiki/langs/bat.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  clojure: () => import('shiki/langs/clojure.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  csv: () => import('shiki/langs/csv.mjs'),
  dart: () => import('shiki/langs/dart.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  elixir: () => import('shiki/langs/elixir.mjs'),
  erlang: () => import('shiki/langs/erlang.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  graphql: () => import('shiki/langs/graphql.mjs'),
  groovy: () => import('shiki/langs/groovy.mjs'),
  haskell: () => import('shiki/langs/haskell.mjs'),
  hcl: () => import('shiki/langs/hcl.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  http: () => import('shiki/langs/http.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  julia: () => import('shiki/langs/julia.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  latex: () => import('shiki/langs/latex.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  make: () => import('shiki/langs/make.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  matlab: () => import('shiki/langs/matlab.mjs'),
  nginx: () => import('shiki/langs/nginx.mjs'),
  'objective-c': () => import('shiki/langs/objective-c.mjs'),
  perl: () => import('shiki/langs/perl.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scala: () => import('shiki/langs/scala.mjs'),
  scss: () => import('shiki/langs/scss.mjs'),
  solidity: () => import('shiki/langs/solidity.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  svelte: () => import('shiki/langs/svelte.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  vue: () => import('shiki/langs/vue.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  zig: () => import('shiki/langs/zig.mjs'),
};

const highlighterPromise = createHighlighterCore({
  themes: [createCssVariablesTheme({ name: theme, variablePrefix: '--', fontStyle: false })],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

globalThis.addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  void highlight(data).then((pieces) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    globalThis.postMessage({ id: data.id, pieces } satisfies HighlightResponse);
  });
});

async function highlight({
  code,
  language,
}: HighlightRequest): Promise<readonly CodePiece[] | undefined> {
  try {
    const highlighter = await highlighterPromise;
    await load(highlighter, language);
    const lines = highlighter.codeToTokensBase(code, {
      lang: language,
      theme,
      tokenizeMaxLineLength: maxLineLength,
      // No limit here: it would give the rest of a line wrong colours. `highlight.ts` ends the worker after a timeout.
      tokenizeTimeLimit: 0,
    });
    return piecesOf(lines);
  } catch {
    return undefined;
  }
}

async function load(highlighter: HighlighterCore, language: string): Promise<void> {
  const grammar = grammars[language];
  if (grammar && !highlighter.getLoadedLanguages().includes(language)) {
    await highlighter.loadLanguage(grammar());
  }
}

/** Joins neighbouring tokens of the same role into one piece. */
function piecesOf(lines: readonly (readonly ThemedToken[])[]): CodePiece[] {
  const pieces: CodePiece[] = [];
  const add = (text: string, role: string | undefined): void => {
    const last = pieces.at(-1);
    if (last && (last.role === role || text.trim() === '')) last.text += text;
    else pieces.push({ text, role });
  };
  for (const [index, line] of lines.entries()) {
    if (index > 0) add('\n', undefined);
    for (const { content, color } of line) add(content, codeRoles[color ?? '']);
  }
  return pieces;
}
