const folders = 'src|tests|scripts|docs';
const extensions = 'ts|tsx|astro|css|mjs|js|md|json|jsonl|yaml|conf';

const inFolder = new RegExp(`(?<![\\w./])(?:${folders})/[^\\s\`)]+`, 'g');
const alone = new RegExp(`\`([\\w./[\\]-]+\\.(?:${extensions}))\``, 'g');

/**
 * Returns the files and folders that a document names: paths from the root anywhere, other names in backticks. Names with
 * a placeholder (`src/elements/<name>.ts`) are left out.
 */
export function namedFiles(text: string): string[] {
  const paths = [...text.matchAll(inFolder)].map(([path]) => path.replace(/[.,:;]+$/, ''));
  const names = [...text.matchAll(alone)].map(([, name = '']) => name);
  return [...new Set([...paths, ...names])].filter((name) => !/[<>{}*…]/.test(name));
}

/** Whether a file or folder has this path, or ends with it: `toGpt.ts` is the file of that name. */
export function isNamed(name: string, files: readonly string[]): boolean {
  const path = name.replace(/\/$/, '');
  return files.some((file) => file === path || file.endsWith(`/${path}`));
}
