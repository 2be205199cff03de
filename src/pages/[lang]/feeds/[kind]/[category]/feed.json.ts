import type { APIContext } from 'astro';
import type { FeedFile } from '#catalog/feeds/feed.ts';
import { feedText } from '#catalog/feeds/feedText.ts';
import { staticPaths } from '#catalog/astroContext.ts';
// astro-i18next loads the messages in this module, which Astro adds only to `.astro` pages.
import 'astro:scripts/page-ssr.js';

export const getStaticPaths = () => staticPaths('/[lang]/feeds/[kind]/[category]/feed.json');

/** The JSON feeds of new and rising GPTs of a category, and of its ranking. */
export async function GET({ props }: APIContext<{ view: FeedFile }>): Promise<Response> {
  return new Response(await feedText(props.view));
}
