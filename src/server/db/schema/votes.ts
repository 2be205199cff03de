import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Vote } from '#domain/chat/votes.ts';
import { ownerId } from '#server/db/schema/accounts.ts';
import { created } from '#server/db/schema/columns.ts';

/** Votes of users on answers. A vote outlives its answer, because it counts for the model and the GPT. */
export const answerVote = pgTable(
  'answer_vote',
  {
    answerId: uuid('answer_id').primaryKey(),
    userId: ownerId(),
    vote: text('vote').$type<Vote>().notNull(),
    model: text('model').notNull(),
    gptId: text('gpt_id'),
    created: created(),
  },
  (table) => [
    check('answer_vote_known', sql`${table.vote} in ('up', 'down')`),
    index('answer_vote_by_user').on(table.userId),
    index('answer_vote_by_created').on(table.created),
  ],
);
