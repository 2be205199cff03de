import type { APIContext } from 'astro';
import { type RankingFile, rankingFiles } from '#catalog/rankingDownloads.ts';
import { fileSegment } from '#domain/pageFiles.ts';

export function getStaticPaths() {
  return rankingFiles().flatMap(({ range, time, content }) =>
    time === undefined ? [] : [{ params: { range, time: fileSegment(time) }, props: { content } }],
  );
}

/** The numbers of a period or category. */
export function GET({ props }: APIContext<Pick<RankingFile, 'content'>>): Response {
  return Response.json(props.content);
}
