import { staticPaths } from '#catalog/astroContext.ts';
import type { APIContext } from 'astro';
import type { TextFile } from '#catalog/ranking/recordFiles.ts';

export const getStaticPaths = () => staticPaths('/ranking/[range]/[time]/[file].json');

/** The records, the inputs or the result of a frozen period. */
export function GET({ props }: APIContext<{ view: TextFile }>): Response {
  return new Response(props.view.text, { headers: { 'content-type': 'application/json' } });
}
