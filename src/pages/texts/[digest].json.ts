import type { APIContext } from 'astro';
import { staticPaths } from '#catalog/astroContext.ts';
import type { PageText } from '#catalog/site/dialogTexts.ts';

export const getStaticPaths = () => staticPaths('/texts/[digest].json');

/** The texts of the dialogs in a language: loaded when somebody begins to use one, because most visitors never do. */
export function GET({ props }: APIContext<{ view: PageText }>): Response {
  return Response.json(props.view);
}
