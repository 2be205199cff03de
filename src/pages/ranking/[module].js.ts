import { staticPaths } from '#catalog/astroContext.ts';
import type { APIContext } from 'astro';
import type { TextFile } from '#catalog/ranking/recordFiles.ts';

export const getStaticPaths = () => staticPaths('/ranking/[module].js');

/** The formula of rankings, or how their records are chained. */
export function GET({ props }: APIContext<{ view: TextFile }>): Response {
  return new Response(props.view.text, { headers: { 'content-type': 'text/javascript' } });
}
