import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, readAll, regenerate } from '../../setup/chat.ts';
import { createTestDatabase } from '../../setup/database.ts';
import { Random } from '../../setup/random.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { grantProduct } from '../../setup/tiers.ts';

const connections = 32;
const sends = 240;

let servers: TestServer[];

beforeAll(async () => {
  const database = await createTestDatabase(connections);
  const config = { maxAnswers: 4, questionsPerMinute: { free: 0, basic: 0, pro: 0 } };
  servers = [
    await startTestServer({ database, config }),
    await startTestServer({ database, config }),
  ];
});

afterAll(async () => {
  for (const server of servers) await server.close();
  await servers[0]?.database.drop();
});

type User = { cookie: string; questionId: string; conversationId: string; messageId: string };

async function newUser(server: TestServer, isPro: boolean): Promise<User> {
  const { cookie, userId } = await server.signIn(40);
  if (isPro) await grantProduct(server.database, userId, 'pro_month');
  const { accepted } = await readAll(await ask(server, cookie, { text: 'sandbox: fast 1' }));
  return {
    cookie,
    questionId: accepted?.question_id ?? '',
    conversationId: accepted?.conversation_id ?? '',
    messageId: accepted?.message_id ?? '',
  };
}

/** One of the things that are sent, always the same for the same id. */
function sendOf(random: Random, user: User): (server: TestServer) => Promise<Response> {
  const requestId = randomUUID();
  const { cookie, conversationId } = user;
  const target = { model: random.pick(['gpt-4o-mini', 'gpt-4-turbo']) };
  const text = `sandbox: ${random.pick(['fast 2', 'fast 1', 'cut 1', 'fail 500', 'empty', 'long 3'])}`;
  const where = random.pick([
    {},
    { conversationId },
    { conversationId, parentId: user.messageId },
    { conversationId, parentId: null },
  ]);
  if (random.whole(0, 2) > 0) {
    return (server) =>
      ask(server, cookie, { requestId, target, text, switchTarget: true, ...where });
  }
  return (server) => regenerate(server, cookie, user.questionId, { requestId, target });
}

it('holds once for every accepted request, for any number of parallel and repeated questions', async () => {
  const [server] = servers;
  if (!server) throw new Error('There is no server');
  const random = new Random(20_261_121);
  const users = await Promise.all(
    Array.from({ length: 6 }, (_, index) => newUser(server, index % 2 === 0)),
  );
  const different = Array.from({ length: sends / 3 }, () => sendOf(random, random.pick(users)));
  const queue = Array.from({ length: sends }, () => random.pick(different));
  const answers = new Map<(typeof different)[number], Set<string>>();
  const refusals = new Set<string>();
  const work = async () => {
    for (let send = queue.pop(); send; send = queue.pop()) {
      const response = await send(random.pick(servers));
      if (!response.ok) {
        refusals.add(((await response.json()) as { error: { code: string } }).error.code);
        continue;
      }
      const { accepted, end } = await readAll(response);
      expect(end).toBeDefined();
      const known = answers.get(send) ?? new Set();
      answers.set(send, known.add(accepted?.answer_id ?? ''));
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  expect([...answers.values()].filter(({ size }) => size !== 1)).toEqual([]);
  expect(answers.size).toBeGreaterThan(10);
  const expected = ['answer_running', 'too_many_answers', 'no_credits'];
  expect([...refusals].filter((code) => !expected.includes(code))).toEqual([]);
  expect(await verifyLedger(server.database)).toEqual([]);
  const { rows } = await server.database.query.execute(
    sql`select count(*)::int as answers, count(distinct (user_id, request_id))::int as sends,
      (select count(*)::int from ledger_entry where kind = 'hold') as holds,
      (select count(*)::int from ledger_entry where kind in ('settle', 'release')) as closed,
      (select count(*)::int from message where role = 'assistant') as messages from answer`,
  );
  const count = answers.size + users.length;
  expect(rows).toEqual([
    { answers: count, sends: count, holds: count, closed: count, messages: count },
  ]);
  for (const { cookie } of users) expect((await creditOf(server, cookie)).held).toBe(0);
});
