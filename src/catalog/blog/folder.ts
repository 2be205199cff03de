import { join } from 'node:path';
import { sourceFolder } from '#i18n/sourceFolder.ts';

/** The folder of the posts: `{language}/{slug}.md`. `BLOG_FOLDER` names another one than the project’s. */
export function blogFolder(): string {
  const given = process.env['BLOG_FOLDER'];
  return given ? given : join(sourceFolder(), 'content/blog');
}
