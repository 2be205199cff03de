import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { languages } from '#domain/languages/languages.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { type FolderOutcome, releaseFolder } from './releaseFolder.ts';

type Files = Readonly<Record<string, string | Buffer>>;

/** A small site as the renderer would leave it: `edition` is in every page and in the name of its asset. */
export function siteFiles(edition: string): Files {
  const files: Record<string, string | Buffer> = {
    'avatar.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
    'policy.html': page('policy', edition),
    'index.html': '<!doctype html><title>Choose a language</title>',
    'robots.txt': 'User-agent: *\nAllow: /\n',
    [`_astro/app.${edition}.js`]: `export const edition = '${edition}';`,
  };
  for (const language of languages) {
    files[`${language}.html`] = page(`home ${language}`, edition);
    for (const name of ['pricing', 'chat', 'login', 'pay', 'orders', '404', '410', 'ranking/all']) {
      files[`${language}/${name}.html`] = page(`${name} ${language}`, edition);
    }
    files[`${language}/gpts/gpt-4-all.html`] = page(`gpt-4-all ${language}`, edition);
    files[`${language}/gpts/a~2Fb~7E.html`] = page(`slash ${language}`, edition);
    files[`${language}/categories/写作/index.html`] = page(`category ${language}`, edition);
  }
  return files;
}

/** Writes files into a new folder and returns its path. */
export async function writeFolder(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-site-'));
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}

/** Releases a rendered folder in a data folder, as a publish does after rendering. */
export async function release(
  dataDir: string,
  folder: string,
  removedGpts: readonly string[] = [],
): Promise<FolderOutcome> {
  return releaseFolder(siteFolder(dataDir), folder, removedGpts);
}

function page(title: string, edition: string): string {
  return (
    `<!doctype html><html><head><title>${title}</title><style>body{color:black}</style></head>` +
    `<body data-edition="${edition}"><script>document.body.dataset.ran='${edition}'</script>` +
    `<script type="module" src="/_astro/app.${edition}.js"></script>${'<p>text</p>'.repeat(50)}</body></html>`
  );
}
