import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import decompress from 'woff2-encoder/decompress';

/** Chinese in both scripts, Japanese and Korean; each in about a hundred files by range of characters. */
const fonts = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'];

/**
 * Unpacks the fonts of East Asian languages into a folder, because a machine for tests often has none, and Chromium
 * reads no WOFF2 among the system's fonts. Returns the environment variables by which a browser finds them.
 */
export async function unpackFonts(folder: string): Promise<Record<string, string>> {
  const filesFolder = join(folder, 'files');
  await mkdir(filesFolder, { recursive: true });
  for (const font of fonts) await unpackFont(font, filesFolder);
  const configuration = join(folder, 'fonts.conf');
  await writeFile(
    configuration,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">files</dir>
  <cachedir prefix="relative">cache</cachedir>
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: configuration };
}

async function unpackFont(font: string, folder: string): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const source = join(dirname(resolve(`@fontsource-variable/${font}/package.json`)), 'files');
  for (const name of await readdir(source)) {
    const unpacked = await decompress(await readFile(join(source, name)));
    await writeFile(join(folder, name.replace(/woff2$/, 'ttf')), unpacked);
  }
}
