import { sql } from 'drizzle-orm';

/* Expressions of SQL that several reads of messages share: parts of a message as JSON of the contract. */

/** The row of `answer_search`; `null` where there is none. */
export const answerSearchJson = sql`case when answer_search.answer_id is not null then json_build_object(
  'scope', answer_search.scope, 'queries', answer_search.queries, 'sources', answer_search.sources,
  'follow_ups', answer_search.follow_ups) end`;

/** All rows of `media_file` of a group, in their order, as `services/media/files/toMediaFile.ts` makes them. */
export const mediaFilesJson = sql`json_agg(json_build_object(
  'id', media_file.id, 'kind', media_file.kind, 'type', media_file.type, 'size', media_file.size,
  'width', media_file.width, 'height', media_file.height, 'seconds', media_file.seconds,
  'title', media_file.title, 'deleted', media_file.deleted is not null
) order by media_file.place)`;
