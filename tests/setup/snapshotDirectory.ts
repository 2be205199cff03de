import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { type Day, addDays } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { countConversation } from '#server/services/answers/close/countConversation.ts';
import { editGpt } from '#server/services/gpts/editGpt.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { hideGpt, removeGpt, setVisibility, showGpt } from '#server/services/gpts/withdrawGpt.ts';
import { corePlatform } from './database.ts';
import { changePeriod } from './snapshotPeriods.ts';
import { type SnapshotStep, gptCount, slotCount, userCount } from './snapshotSteps.ts';

export type SnapshotDirectory = {
  take(step: SnapshotStep): Promise<void>;
  /** Ends transactions that are still open. */
  close(): Promise<void>;
};

/**
 * A small directory in which steps happen, with a hundred frozen days. A late transaction (`begin`, `finish`) changes
 * rows that no other step touches, so that none waits for it.
 */
export async function makeSnapshotDirectory(
  database: Database,
  closedDay: Day,
): Promise<SnapshotDirectory> {
  const { pool } = database;
  const open = new Map<number, PoolClient>();
  for (let user = 0; user < userCount + slotCount; user += 1) {
    await pool.query(`insert into app_user (id, email, name) values ($1, $2, 'User')`, [
      userId(user),
      `${user}@example.org`,
    ]);
  }
  for (let slot = 0; slot < slotCount; slot += 1) {
    await pool.query(`insert into gpt (id, name) values ($1, 'Late')`, [lateId(slot)]);
    await pool.query(
      `insert into review (user_id, gpt_id, rating, text) values ($1, $2, 3, 'Late')`,
      [userId(userCount + slot), lateId(slot)],
    );
  }
  await importGpts(
    database,
    Array.from({ length: gptCount }, (_, gpt) => importRow(gpt, 0)),
  );
  await pool.query(
    `insert into ranking_period (range, value, first_day, last_day, own, imported, frozen)
    select 'daily', day::text, day, day, 1, 0, now() from (
      select $1::date - back as day from generate_series(10, 109) as back) as days`,
    [closedDay],
  );
  return {
    take: (step) => takeStep(database, open, closedDay, step),
    close: async () => {
      for (const slot of open.keys()) await finish(open, slot, false);
    },
  };
}

async function takeStep(
  database: Database,
  open: Map<number, PoolClient>,
  closedDay: Day,
  step: SnapshotStep,
): Promise<void> {
  const { pool } = database;
  switch (step.kind) {
    case 'import':
      await importGpts(
        database,
        step.gpts.map((gpt) => importRow(gpt, step.text)),
      );
      return;
    case 'edit':
      await refusable(
        editGpt(database, gptId(step.gpt), [{ field: 'instructions', text: `Edit ${step.text}` }]),
      );
      return;
    case 'visibility':
      await changeVisibility(database, gptId(step.gpt), step.to);
      return;
    case 'delete':
      await pool.query(`delete from conversation where gpt_id = $1`, [gptId(step.gpt)]);
      await pool.query(`delete from gpt where id = $1`, [gptId(step.gpt)]);
      return;
    case 'chat':
      await chat(database, step, addDays(closedDay, -step.back));
      return;
    case 'usage':
      await pool.query(
        `insert into gpt_usage_day (gpt_id, day, imported) values ($1, $2, $3)
        on conflict (gpt_id, day) do update set imported = excluded.imported`,
        [gptId(step.gpt), addDays(closedDay, -step.back), step.imported],
      );
      return;
    case 'forgetUsage':
      await pool.query(`delete from gpt_usage_day where gpt_id like 'gpt-%' and own = 0`);
      return;
    case 'model':
      await pool.query(
        `insert into model_setting (id, price, hidden) values ($1, $2, $3)
        on conflict (id) do update set price = excluded.price, hidden = excluded.hidden`,
        [`model-${step.model}`, step.price, step.isHidden],
      );
      return;
    case 'forgetModels':
      await pool.query(`delete from model_setting where hidden and id like 'model-%'`);
      return;
    case 'begin':
      await begin(database, open, step, closedDay);
      return;
    case 'finish':
      await finish(open, step.slot, step.isKept);
      return;
    case 'freeze':
    case 'note':
    case 'unfreeze':
    case 'unrecord':
      await changePeriod(database, step, closedDay);
      return;
    default:
      await changeReviews(database, step);
  }
}

async function changeReviews(
  { pool }: Database,
  step: Extract<SnapshotStep, { kind: 'review' | 'hideReviews' | 'deleteReview' | 'rename' }>,
): Promise<void> {
  switch (step.kind) {
    case 'review':
      await pool.query(
        `insert into review (user_id, gpt_id, rating, text) select $1, id, $3, $4 from gpt where id = $2
        on conflict (user_id, gpt_id) do update set rating = excluded.rating, text = excluded.text`,
        [
          userId(step.user),
          gptId(step.gpt),
          step.rating,
          step.text === null ? null : `Text ${step.text}`,
        ],
      );
      return;
    case 'hideReviews':
      await pool.query(`update review set hidden = case when $2 then now() end where gpt_id = $1`, [
        gptId(step.gpt),
        step.isHidden,
      ]);
      return;
    case 'deleteReview':
      await pool.query(`delete from review where gpt_id = $1 and user_id = $2`, [
        gptId(step.gpt),
        userId(step.user),
      ]);
      return;
    case 'rename':
      await pool.query(`update app_user set name = $2 where id = $1`, [
        userId(step.user),
        `Name ${step.text}`,
      ]);
  }
}

function gptId(gpt: number): string {
  return `gpt-${gpt}`;
}

function lateId(slot: number): string {
  return `late-${slot}`;
}

function userId(user: number): string {
  return `00000000-0000-4000-8000-00000000000${user}`;
}

function importRow(gpt: number, text: number) {
  const value = {
    id: gptId(gpt),
    name: `GPT ${text}`,
    conversations: text * 10,
    tags: [`t${text}`],
  };
  return { place: gptId(gpt), value };
}

async function changeVisibility(
  database: Database,
  id: string,
  to: Extract<SnapshotStep, { kind: 'visibility' }>['to'],
): Promise<void> {
  const platform = corePlatform(database);
  if (to === 'hide') await refusable(hideGpt(platform, id, 'Test'));
  else if (to === 'show') await refusable(showGpt(platform, id));
  else if (to === 'remove') await refusable(removeGpt(platform, id, 'Test'));
  else await refusable(setVisibility(platform, id, to));
}

/** Steps are chosen blindly: some are impossible. */
async function refusable(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function chat(
  database: Database,
  { gpt, user }: { gpt: number; user: number },
  day: Day,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const conversation = await startConversation(database, gptId(gpt), userId(user));
    if (conversation === undefined) return;
    const charged = { conversationId: conversation.id, userId: userId(user) };
    await countConversation(transaction, charged, new Date(`${day}T12:00:00Z`));
  });
}

async function startConversation({ pool }: Database, gpt: string, user: string) {
  const { rows } = await pool.query<{ id: string }>(
    `insert into conversation (id, user_id, title, gpt_id) select $1, $2, 'Chat', id from gpt where id = $3
    returning id`,
    [randomUUID(), user, gpt],
  );
  return rows[0];
}

async function begin(
  database: Database,
  open: Map<number, PoolClient>,
  { slot, back, text }: Extract<SnapshotStep, { kind: 'begin' }>,
  closedDay: Day,
): Promise<void> {
  if (open.has(slot)) return;
  const client = await database.pool.connect();
  open.set(slot, client);
  const day = addDays(closedDay, -7 - slot);
  const changes: [statement: string, values: unknown[]][] = [
    [`update gpt set name = $2 where id = $1`, [lateId(slot), `Late ${text}`]],
    [
      `insert into gpt_usage_day (gpt_id, day, own) values ($1, $2, 1)
      on conflict (gpt_id, day) do update set own = gpt_usage_day.own + 1`,
      [lateId(slot), addDays(closedDay, -back)],
    ],
    [
      `insert into model_setting (id, price) values ($1, $2)
      on conflict (id) do update set price = excluded.price`,
      [lateId(slot), text],
    ],
    [`update review set text = $2 where user_id = $1`, [userId(userCount + slot), `Late ${text}`]],
    [`update app_user set name = $2 where id = $1`, [userId(userCount + slot), `Late ${text}`]],
    [
      `insert into ranking_period (range, value, first_day, last_day, own, imported, frozen)
      values ('daily', $1, $2, $2, $3, 0, now()) on conflict (range, value) do update set own = excluded.own`,
      [`late-${slot}`, day, text],
    ],
  ];
  await client.query('begin');
  for (const [statement, values] of changes.slice(back % 2)) {
    await client.query(statement, values);
  }
}

async function finish(open: Map<number, PoolClient>, slot: number, isKept: boolean): Promise<void> {
  const client = open.get(slot);
  if (!client) return;
  open.delete(slot);
  await client.query(isKept ? 'commit' : 'rollback');
  client.release();
}
