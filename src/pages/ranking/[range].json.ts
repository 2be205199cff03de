import type { APIContext } from 'astro';
import { type RankingFile, rankingFiles } from '#catalog/rankingDownloads.ts';

export function getStaticPaths() {
  return rankingFiles()
    .filter(({ time }) => time === undefined)
    .map(({ range, content }) => ({ params: { range }, props: { content } }));
}

/** The numbers of all time, of the categories, and of the newest period of each range. */
export function GET({ props }: APIContext<Pick<RankingFile, 'content'>>): Response {
  return Response.json(props.content);
}
