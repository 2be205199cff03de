import { sql } from 'drizzle-orm';

/** SQL: the row of `answer_search` as the contract has it; `null` where there is none. */
export const answerSearchJson = sql`case when answer_search.answer_id is not null then json_build_object(
  'scope', answer_search.scope, 'queries', answer_search.queries, 'sources', answer_search.sources,
  'follow_ups', answer_search.follow_ups) end`;
