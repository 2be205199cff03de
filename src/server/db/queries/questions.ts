import type { StoredEvent } from '#contract/chat/chat.ts';
import type { Executor } from '#server/db/connect.ts';
import { type SearchedText, upsertWords } from '#server/db/queries/conversationSearch.ts';
import type { answer, conversation, message } from '#server/db/schema/chat.ts';
import { type Statement, execute } from '#server/db/statement.ts';

/*
 * Stores questions and their empty answers. Raw and prepared, because every round trip delays the answer: each is one
 * statement that inserts into up to five tables, which Drizzle's builder cannot say. Statements put together by Drizzle
 * and parsed for each question took over a sixth of a server's time (docs/decisions/014-the-relay.md).
 */

/** A question, with the conversation where it begins one. */
export type QuestionRow = Pick<
  typeof message.$inferSelect,
  'id' | 'conversationId' | 'parentId' | 'text'
> & {
  userId: string;
  newConversation?: Pick<
    typeof conversation.$inferSelect,
    'title' | 'model' | 'gptId' | 'temporary'
  >;
  /** The words by which the question is found, and the conversation that it begins. */
  words: readonly SearchedText[];
};

/** An empty answer. */
export type AnswerRow = Pick<
  typeof answer.$inferSelect,
  | 'id'
  | 'userId'
  | 'requestId'
  | 'requestDigest'
  | 'conversationId'
  | 'questionId'
  | 'messageId'
  | 'model'
  | 'gptId'
  | 'upstream'
  | 'price'
  | 'droppedTurns'
  | 'ownerId'
>;

const questionStatement: Statement = {
  name: 'store_question',
  text: `with begun as (
      insert into conversation (id, user_id, title, model, gpt_id, temporary)
      select $1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::boolean where $3::text is not null
    ), asked as (
      insert into message (id, conversation_id, parent_id, role, text)
      values ($7::uuid, $1::uuid, $8::uuid, 'user', $9::text)
    )
    ${upsertWords('$10')}`,
};

/** Stores a question alone, for rows that come between the question and its answer. */
export async function insertQuestion(transaction: Executor, question: QuestionRow): Promise<void> {
  const { id, userId, conversationId, newConversation, parentId, text, words } = question;
  const values = [
    conversationId,
    userId,
    ...begunValues(newConversation),
    id,
    parentId,
    text,
    JSON.stringify(words),
  ];
  await execute(transaction, questionStatement, values);
}

const insertAnswerSql = `insert into answer (id, user_id, request_id, request_digest, conversation_id, question_id,
        message_id, model, gpt_id, upstream, price, dropped_turns, owner_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

const insertFirstEventSql =
  'insert into answer_event (answer_id, number, event) values ($1, 1, $14)';

const answerStatement: Statement = {
  name: 'store_answer',
  text: `with message as (
      insert into message (id, conversation_id, parent_id, role, text) values ($7, $5, $6, 'assistant', '')
    ), shown as (
      update conversation set leaf_id = $7 where id = $5
    ), answer as (
      ${insertAnswerSql}
    )
    ${insertFirstEventSql}`,
};

/** Stores an empty answer to a stored question, as the end of the shown branch, with its first event. */
export async function insertAnswer(
  transaction: Executor,
  answerRow: AnswerRow,
  first: StoredEvent,
): Promise<void> {
  await execute(transaction, answerStatement, answerValues(answerRow, first));
}

/**
 * The same with the question, and with the conversation that begins with it: no other transaction can change that in
 * the statement that creates it. Messages have their order in the conversation from the order in which they are
 * inserted.
 */
const bothStatement: Statement = {
  name: 'store_question_and_answer',
  text: `with begun as (
      insert into conversation (id, user_id, title, model, gpt_id, temporary, leaf_id)
      select $5::uuid, $2::uuid, $15::text, $16::text, $17::text, $18::boolean, $7::uuid where $15::text is not null
    ), shown as (
      update conversation set leaf_id = $7 where id = $5
    ), messages as (
      insert into message (id, conversation_id, parent_id, role, text)
      values ($6::uuid, $5::uuid, $19::uuid, 'user', $20::text), ($7::uuid, $5::uuid, $6::uuid, 'assistant', '')
    ), searched as (
      ${upsertWords('$21')}
    ), answer as (
      ${insertAnswerSql}
    )
    ${insertFirstEventSql}`,
};

/** Stores a question with its empty answer, as the end of the shown branch, and the answer's first event. */
export async function insertQuestionAndAnswer(
  transaction: Executor,
  { newConversation, parentId, text, words }: QuestionRow,
  answerRow: AnswerRow,
  first: StoredEvent,
): Promise<void> {
  const values = [...begunValues(newConversation), parentId, text, JSON.stringify(words)];
  await execute(transaction, bothStatement, [...answerValues(answerRow, first), ...values]);
}

function begunValues(begun: QuestionRow['newConversation']): unknown[] {
  return [begun?.title, begun?.model, begun?.gptId, begun?.temporary ?? false];
}

function answerValues(row: AnswerRow, first: StoredEvent): unknown[] {
  const request = [row.id, row.userId, row.requestId, row.requestDigest];
  const messages = [row.conversationId, row.questionId, row.messageId];
  const made = [row.model, row.gptId, row.upstream, row.price, row.droppedTurns, row.ownerId];
  return [...request, ...messages, ...made, JSON.stringify(first)];
}
