import type { APIContext } from 'astro';
import { staticPaths } from '#catalog/astroContext.ts';
import type { Messages } from '#i18n/messages.ts';

export const getStaticPaths = () => staticPaths('/texts/[digest].json');

/** The texts of the dialogs in a language: loaded when somebody begins to use one, because most visitors never do. */
export function GET({ props }: APIContext<{ view: Messages }>): Response {
  return Response.json(props.view);
}
