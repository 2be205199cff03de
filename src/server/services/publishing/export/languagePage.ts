import { fileURLToPath } from 'node:url';
import { languageNames, languages, languageTags } from '#domain/languages/languages.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';

/**
 * Returns the page of a host without our server for addresses without a supported language: it chooses the language
 * like the server and opens the same page in it. Without scripts it lists all languages.
 */
export async function languagePage(): Promise<string> {
  const links = languages.map((language) => {
    const tag = languageTags[language];
    return `<li><a href="${homePath(language)}" hreflang="${tag}" lang="${tag}">${languageNames[language]}</a></li>`;
  });
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex">` +
    `<meta name="viewport" content="width=device-width"><title>Dolores</title>` +
    `<main><ul>${links.join('')}</ul></main><script>${await languageScript()}</script></html>\n`
  );
}

let script: Promise<string> | undefined;

/** Returns the script of the page: the server’s router, bundled once for browsers. */
export function languageScript(): Promise<string> {
  script ??= bundle(fileURLToPath(import.meta.resolve('#elements/hostedLanguage.ts'))).catch(
    (error: unknown) => {
      // The next export tries again.
      script = undefined;
      throw error;
    },
  );
  return script;
}

async function bundle(entry: string): Promise<string> {
  const { build, stop } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      write: false,
      charset: 'utf8',
      legalComments: 'none',
    });
    const [file] = outputFiles;
    if (!file) throw new Error(`The bundler returned no code for ${entry}`);
    return file.text.trim();
  } finally {
    // Ends the process of the bundler.
    await stop();
  }
}
