import { staticPaths } from '#catalog/astroContext.ts';
import type { APIContext } from 'astro';
import type { Messages } from '#i18n/messages.ts';

export const getStaticPaths = () => staticPaths('/recompute/[lang].json');

/** The texts of the comparison of a ranking: loaded when somebody recomputes, as pages of a hundred rows are large. */
export function GET({ props }: APIContext<{ view: Messages }>): Response {
  return Response.json(props.view);
}
