import { staticPaths } from '#catalog/astroContext.ts';
import type { APIContext } from 'astro';
import type { RankingFile } from '#catalog/ranking/rankingDownloads.ts';

export const getStaticPaths = () => staticPaths('/ranking/[range].json');

/** The numbers of all time, of the categories, and of the newest period of each range, with the formula. */
export function GET({ props }: APIContext<{ view: RankingFile['content'] }>): Response {
  return Response.json(props.view);
}
