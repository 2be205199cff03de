/** The languages of code: the shown name, and other words that models write for the language. */
const languages: readonly (readonly [id: string, name: string, others?: string])[] = [
  ['bash', 'Bash', 'sh shell zsh shellscript console'],
  ['bat', 'Batch', 'cmd batch'],
  ['c', 'C', 'h'],
  ['clojure', 'Clojure', 'clj'],
  ['cpp', 'C++', 'c++ cc cxx hpp'],
  ['csharp', 'C#', 'cs c#'],
  ['css', 'CSS'],
  ['csv', 'CSV'],
  ['dart', 'Dart'],
  ['diff', 'Diff', 'patch'],
  ['docker', 'Dockerfile', 'dockerfile'],
  ['elixir', 'Elixir', 'ex exs'],
  ['erlang', 'Erlang', 'erl'],
  ['go', 'Go', 'golang'],
  ['graphql', 'GraphQL', 'gql'],
  ['groovy', 'Groovy'],
  ['haskell', 'Haskell', 'hs'],
  ['hcl', 'HCL', 'terraform tf'],
  ['html', 'HTML', 'htm xhtml'],
  ['http', 'HTTP'],
  ['ini', 'INI', 'properties conf cfg'],
  ['java', 'Java'],
  ['javascript', 'JavaScript', 'js mjs cjs node'],
  ['json', 'JSON', 'json5 jsonc jsonl'],
  ['jsx', 'JSX'],
  ['julia', 'Julia', 'jl'],
  ['kotlin', 'Kotlin', 'kt kts'],
  ['latex', 'LaTeX', 'tex'],
  ['lua', 'Lua'],
  ['make', 'Makefile', 'makefile'],
  ['markdown', 'Markdown', 'md'],
  ['matlab', 'MATLAB'],
  ['nginx', 'nginx'],
  ['objective-c', 'Objective-C', 'objc objectivec'],
  ['perl', 'Perl', 'pl'],
  ['php', 'PHP'],
  ['powershell', 'PowerShell', 'ps ps1 pwsh'],
  ['python', 'Python', 'py python3 py3'],
  ['r', 'R'],
  ['ruby', 'Ruby', 'rb'],
  ['rust', 'Rust', 'rs'],
  ['scala', 'Scala'],
  ['scss', 'SCSS', 'sass'],
  ['solidity', 'Solidity', 'sol'],
  ['sql', 'SQL', 'mysql postgresql postgres plsql sqlite tsql'],
  ['svelte', 'Svelte'],
  ['swift', 'Swift'],
  ['toml', 'TOML'],
  ['tsx', 'TSX'],
  ['typescript', 'TypeScript', 'ts mts cts'],
  ['vue', 'Vue'],
  ['xml', 'XML', 'svg xsl'],
  ['yaml', 'YAML', 'yml'],
  ['zig', 'Zig'],
];

const byWord = new Map(
  languages.flatMap(([id, name, others = '']) =>
    [id, ...others.split(' ').filter(Boolean)].map((word) => [word, { id, name }] as const),
  ),
);

/**
 * Returns the name of the language in the info string of a fence, and its id if it can be highlighted. The name of an
 * unknown language is the word in the info string.
 */
export function codeLanguage(info: string): { id: string | undefined; name: string } {
  const word = /^[^\s{,:]+/.exec(info)?.[0] ?? '';
  const known = byWord.get(word.toLowerCase().replace(/^\./, ''));
  return known ?? { id: undefined, name: word.slice(0, 40) };
}
