import { join } from 'node:path';

/** Set by astro.config.mjs, because a bundled module does not know where its source stood. */
declare const contentFolder: string | undefined;

/** The folder of the posts: `{language}/{slug}.md`. `BLOG_FOLDER` names another one than the project’s. */
export function blogFolder(): string {
  const given = process.env['BLOG_FOLDER'];
  if (given) return given;
  const folder =
    typeof contentFolder === 'string' ? contentFolder : join(import.meta.dirname, '../../content');
  return join(folder, 'blog');
}
