import type { APIContext } from 'astro';
import { staticPaths } from '#catalog/astroContext.ts';
import type { PageText } from '#catalog/site/textFiles.ts';

export const getStaticPaths = () => staticPaths('/texts/[digest].json');

/** The texts of the dialogs or of the search field in a language. */
export function GET({ props }: APIContext<{ view: PageText }>): Response {
  return Response.json(props.view);
}
