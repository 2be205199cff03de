import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';

const copied = [
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'public',
  'src',
];

/** Copies the code of the pages into `folder`, to be edited; packages and bundles are those of this project. */
export async function copyProject(folder: string): Promise<string> {
  const project = projectFolder();
  for (const path of copied) {
    await cp(join(project, path), join(folder, path), { recursive: true });
  }
  await mkdir(join(project, '.astro'), { recursive: true });
  for (const path of ['node_modules', '.astro']) {
    await symlink(join(project, path), join(folder, path));
  }
  return folder;
}

/** Says something else in a line that every German home page has. */
export async function editMessage(project: string): Promise<void> {
  const file = join(project, 'src/i18n/de/home.json');
  const messages = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  await writeFile(file, JSON.stringify({ ...messages, heading: `${messages['heading']}!` }));
}

/** Changes a layout that every page of the directory has. */
export async function editLayout(project: string): Promise<void> {
  const file = join(project, 'src/layouts/SiteLayout.astro');
  const layout = await readFile(file, 'utf8');
  await writeFile(file, layout.replace('<body', '<body data-edited'));
}
