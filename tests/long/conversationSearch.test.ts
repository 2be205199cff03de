import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { storeLexemes } from '#server/services/conversations/search/storeLexemes.ts';
import { Random } from '../setup/random.ts';
import { startTestServer } from '../setup/server.ts';

const messages = 100_000;
const messagesPerConversation = 40;
const wordsPerMessage = 120;
const vocabulary = 60_000;

/** Words as languages have them: few are used all the time, most seldom. */
function makeText(random: Random): string {
  const words = Array.from({ length: wordsPerMessage }, () => {
    const rank = Math.floor(vocabulary ** (random.whole(0, 1_000_000) / 1_000_000));
    return wordOf(rank);
  });
  return words.join(' ');
}

function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank * 7 + 3; rest > 0; rest = Math.floor(rest / 21)) {
    word += [
      'ba',
      'ce',
      'di',
      'fo',
      'gu',
      'ha',
      'je',
      'ki',
      'lo',
      'mu',
      'na',
      'pe',
      'ri',
      'so',
      'tu',
      'va',
      'we',
      'xi',
      'yo',
      'zu',
      'st',
    ][rest % 21];
  }
  return word;
}

it(
  'finds words among 100,000 messages of one user without delaying others',
  { timeout: 900_000 },
  async () => {
    const server = await startTestServer();
    const { query } = server.database;
    const { userId, cookie } = await server.signIn();
    const random = new Random(5);
    for (let made = 0; made < messages; made += messagesPerConversation) {
      const id = randomUUID();
      const rows = Array.from({ length: messagesPerConversation }, (_, place) => ({
        id: randomUUID(),
        role: place % 2 === 0 ? 'user' : 'assistant',
        text: makeText(random),
      }));
      await server.database.transaction(async (transaction) => {
        await transaction.execute(sql`insert into conversation (id, user_id, title, model, updated)
          values (${id}, ${userId}, ${wordOf(made)}, 'gpt-4o-mini', now() - ${made}::int * interval '1 minute')`);
        await transaction.execute(sql`insert into message (id, conversation_id, role, text)
          select id, ${id}, role, text from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) made (id uuid, role text, text text)`);
        const texts = [{ id, text: wordOf(made) }, ...rows];
        const sources = texts.map((text) => ({ ...text, conversationId: id }));
        await storeLexemes(transaction, userId, sources);
      });
    }
    await query.execute(sql`vacuum analyze conversation_search, conversation, message`);
    const size = await query.execute(
      sql`select pg_size_pretty(pg_total_relation_size('conversation_search')) as all,
        pg_size_pretty(pg_relation_size('conversation_search_words')) as words,
        pg_size_pretty(pg_total_relation_size('message')) as messages`,
    );
    console.log('sizes', size.rows[0]);
    for (const [name, text] of [
      ['one letter', 'b'],
      ['the most common word', wordOf(1)],
      ['two common words', `${wordOf(1)} ${wordOf(2)}`],
      ['a beginning of many words', wordOf(3_000).slice(0, 3)],
      ['a usual word', wordOf(300)],
      ['a rare word', wordOf(50_000)],
      ['six words', Array.from({ length: 6 }, (_, rank) => wordOf(rank + 1)).join(' ')],
      ['nothing', 'qqqqq'],
      ['page 20 of the most common word', wordOf(1)],
    ] as const) {
      const page = name.startsWith('page') ? 20 : 1;
      const path = `/api/chat/search?${new URLSearchParams({ query: text, page: String(page) }).toString()}`;
      const times: number[] = [];
      let found = 0;
      for (let run = 0; run < 5; run += 1) {
        const start = performance.now();
        const answer = await server.fetch(path, { cookie });
        found = ((await answer.json()) as { items: unknown[] }).items.length;
        times.push(performance.now() - start);
      }
      const median = times.toSorted((one, other) => one - other)[2] ?? 0;
      console.log(`${name} (“${text}”): ${median.toFixed(0)} ms, ${found} shown`);
      expect(median).toBeLessThan(2_000);
    }
    await server.close();
  },
);
