import { staticPaths } from '#catalog/astroContext.ts';
import type { APIContext } from 'astro';
import { type RankingFile } from '#catalog/ranking/rankingDownloads.ts';

export const getStaticPaths = () => staticPaths('/ranking/[range]/[time].json');

/** The numbers of a period or category. */
export function GET({ props }: APIContext<{ view: RankingFile['content'] }>): Response {
  return Response.json(props.view);
}
