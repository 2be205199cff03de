import type { Pool } from 'pg';

/** Stores answers of 2,000 users, with their conversations, questions and texts of about 120 words. */
export async function seedAnswers(pool: Pool, answers: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(users);
    await client.query(conversations, [answers]);
    for (const statement of [questions, texts, answered]) await client.query(statement);
    await client.query('analyze');
  } finally {
    client.release();
  }
}

const users = `with made as (
    insert into app_user (email, name)
    select 'user' || n || '@example.org', 'User ' || n from generate_series(1, 2000) n returning id
  ) insert into credit_balance (user_id) select id from made`;

/** Ten answers each. */
const conversations = `insert into conversation (user_id, title, model)
  select id, 'Conversation ' || n, 'gpt-4o-mini'
  from (select id, row_number() over () - 1 as at from app_user) u
    join generate_series(0, $1::int / 10 - 1) n on n % 2000 = at`;

const words = `(select string_agg(md5(c.id::text || n || w), ' ') from generate_series(1, 24) w)`;

const questions = `insert into message (conversation_id, role, text)
  select c.id, 'user', left(${words}, 150) from conversation c, generate_series(1, 10) n`;

const texts = `insert into message (conversation_id, role, text)
  select c.id, 'assistant', ${words} from conversation c, generate_series(1, 10) n`;

const answered = `insert into answer (user_id, request_id, request_digest, conversation_id, question_id, message_id, model,
    price, state, owner_id, ended)
  select c.user_id, gen_random_uuid(), '', c.id, m.id, m.id, 'gpt-4o-mini', 1, 'finished', gen_random_uuid(), now()
  from message m join conversation c on c.id = m.conversation_id where m.role = 'assistant'`;
