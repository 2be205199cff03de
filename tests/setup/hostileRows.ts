import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database.ts';

/** Sets the title of a window, clears the screen, turns the direction, and forges a line. */
export const hostile = '\u001b]0;x\u0007\u001b[2J\u009b31m\u202e\u200b\u2028\r\nFORGED';

export type HostileRows = {
  gpt: string;
  email: string;
  user: string;
  review: string;
  otherReview: string;
  report: string;
  order: string;
  event: string;
  job: string;
  link: string;
  source: string;
  upstream: string;
};

/** Stores a row of everything that commands print, with texts that could control a terminal. */
export async function storeHostileRows(
  { pool }: Pick<TestDatabase, 'pool'>,
  { site }: { site: string },
): Promise<HostileRows> {
  const rows: HostileRows = {
    gpt: `gpt${hostile}`,
    email: `user${hostile}@example.org`,
    user: randomUUID(),
    review: randomUUID(),
    otherReview: randomUUID(),
    report: randomUUID(),
    order: randomUUID(),
    event: `event${hostile}`,
    job: randomUUID(),
    link: 'h'.repeat(22),
    source: `source${hostile}`,
    upstream: `openai/model${hostile}`,
  };
  const text = `text${hostile}`;
  const run = (statement: string, ...values: unknown[]) => pool.query(statement, values);
  await storePeople(run, rows, text);
  await storeMoney(run, rows, text);
  await storeRest(run, rows, text, site);
  return rows;
}

type Run = (statement: string, ...values: unknown[]) => Promise<unknown>;

async function storePeople(run: Run, rows: HostileRows, text: string): Promise<void> {
  const { user, gpt } = rows;
  await run('insert into app_user (id, email, name) values ($1, $2, $3)', user, rows.email, text);
  await run('insert into credit_balance (user_id) values ($1)', user);
  for (const id of [gpt, 'plain']) {
    await run(
      `insert into gpt (id, name, description, author, builder, prompt_starters, model)
        values ($1, $2, $2, $2, $2, array[$2], 'gpt-4o-mini')`,
      id,
      text,
    );
  }
  await run(
    `insert into gpt_example (gpt_id, digest, position, source, question, answer, model, day)
      values ($1, 'digest', 1, 'sampled', $2, $2, $2, '2026-01-01')`,
    gpt,
    text,
  );
  const review =
    'insert into review (id, user_id, gpt_id, rating, text) values ($1, $2, $3, 5, $4)';
  await run(review, rows.review, user, gpt, text);
  await run(review, rows.otherReview, user, 'plain', text);
  const report = `insert into report (id, user_id, subject_type, subject_id, reason, details)
    values ($1, $2, $3, $4, 'spam', $5)`;
  await run(report, rows.report, user, 'gpt', gpt, text);
  await run(report, randomUUID(), user, 'review', rows.review, text);
  for (const reference of ['AAAA-2222', 'BBBB-3333', 'CCCC-4444']) {
    await run(
      `insert into support_request (reference, user_id, tier, email, topic, about, message, language, answer, answered, closed)
        values ($1, $2, 'free', $3, 'report', $4, $4, 'en', $5, $6, null)`,
      reference,
      user,
      rows.email,
      `${text} https://example.org/s/${rows.link}`,
      ...(reference === 'CCCC-4444' ? [text, new Date()] : [null, null]),
    );
  }
  for (const event of ['one', 'two']) {
    await run(
      `insert into sharing_post (user_id, event, percent_off, reward_days, mailbox_hash, link, language, sent, reviewable, due)
        values ($1, $2, 20, 90, 'hash', $3, 'en', now() - interval '9 days', now() - interval '8 days', now() - interval '7 days')`,
      user,
      event,
      text,
    );
  }
  await run(
    `insert into answer_vote (answer_id, user_id, vote, model, gpt_id) values ($1, $2, 'up', $3, $4)`,
    randomUUID(),
    user,
    text,
    gpt,
  );
}

async function storeMoney(run: Run, rows: HostileRows, text: string): Promise<void> {
  const { user, order } = rows;
  await run(
    `insert into payment_order (id, user_id, request_id, kind, product, credits, currency, amount, regular, steps,
        following, state, failure, method, payment_id, expires, paid)
      values ($1, $2, $3, 'purchase', 'credit_500', 500, 'USD', 499, 499, '[]', 499, 'quarantined', null, 'sandbox', $3,
        now(), now())`,
    order,
    user,
    text,
  );
  await run(
    `insert into payment_checkout (order_id, attempt, method, provider_id, state, language, expires)
      values ($1, 1, 'sandbox', $2, 'paid', 'en', now())`,
    order,
    text,
  );
  await run(
    `insert into payment_refund (order_id, user_id, request_id, method, provider_id, amount, currency, refunded_by, reason,
        ends_order, state, is_stuck, problem)
      values ($1, $2, $3, 'sandbox', $3, 1, 'USD', 'operator', $3, false, 'pending', true, $3)`,
    order,
    user,
    text,
  );
  await run(
    `insert into payment_dispute (method, provider_id, order_id, user_id, amount, state)
      values ('sandbox', $3, $1, $2, 1, 'open')`,
    order,
    user,
    text,
  );
  await run(
    `insert into provider_event (method, event_id, type, subject, state, outcome, next_attempt, received, user_id)
      values ('sandbox', $1, $2, '{"kind":"checkout","id":"one"}', 'parked', $2, now(), now(), $3)`,
    rows.event,
    text,
    user,
  );
  await run(
    `insert into payment_comparison (method, day, currency, theirs, their_number, ours, our_number, differs, differences, compared)
      values ('sandbox', '2026-01-01', 'USD', 1, 1, 2, 1, true, $1, now())`,
    JSON.stringify([
      { kind: 'amount_differs', id: text, paymentId: text, orderId: text, theirs: 1, ours: 2 },
    ]),
  );
  const codes = [
    ['redemption', 'credits', 5],
    ['discount', 'percent_off', 20],
  ] as const;
  for (const [kind, column, value] of codes) {
    await run(`insert into ${kind}_batch (note) values ($1), ($1)`, text);
    await run(
      `insert into ${kind}_code (batch_id, code_hash, ${column}, expires) values (1, 'a', ${value}, now() + interval '9 days')`,
    );
  }
}

async function storeRest(run: Run, rows: HostileRows, text: string, site: string): Promise<void> {
  await run('alter table media_job drop constraint media_job_answer_id_answer_id_fk');
  await run(
    `insert into media_job (answer_id, user_id, model, kind, provider, upstream, prompt, options, is_pro, at_once, deadline,
        reason, maybe_charged, ticket)
      values ($1, $2, $3, 'music', $3, $3, $3, '{"kind":"music","instrumental":true,"title":"","style":""}', false, 1, now(), 'upstream_error', true, null)`,
    rows.job,
    rows.user,
    text,
  );
  await run('insert into history_source (name) values ($1)', rows.source);
  await run(
    `insert into ranking_period (range, value, first_day, last_day, own, imported, frozen, refrozen, note)
      values ('monthly', '2026-01', '2026-01-01', '2026-01-31', 1, 1, now(), now(), $1)`,
    text,
  );
  await run(
    `insert into audit_entry (action, subject, details, by, via, reason) values ($1, $1, $2, $1, $1, $1)`,
    text,
    JSON.stringify({ [text]: text }),
  );
  await run(
    `insert into model_price (model, price, starts, reason) values ('gpt-4o-mini', 3, '2026-01-01', $1)`,
    text,
  );
  await run(
    `insert into upstream_price (upstream, starts, input, output) values ($1, '2026-01-01', 1, 1)`,
    rows.upstream,
  );
  await run(
    `insert into media_price (upstream, starts, each) values ($1, '2026-01-01', 1)`,
    rows.upstream,
  );
  await run(
    `insert into upstream_shutdown (upstream, day, source) values ($1, '2026-01-01', 'operator')`,
    rows.upstream,
  );
  await run(
    `insert into answer_cost (answer_id, ended, model, is_gpt, upstream, state, charged, estimated, cost)
      values ($1, now(), $2, true, $2, 'done', 1, true, 1)`,
    randomUUID(),
    text,
  );
  await run(
    'insert into provider_spend (provider, day, shard, micros) values ($1, current_date, 0, 1)',
    text,
  );
  await run(
    `insert into analytics_count (day, category, label, count) values (current_date, 'source', $1, 1)`,
    text,
  );
  await run(
    `insert into mail_pause (address_hash, refusals, refused, until) values ('abcdef0123456789', 1, now(), now() + interval '1 day')`,
  );
  await run('insert into publishing_site (id) values ($1)', site);
  await run(
    `insert into publish_run (site_id, state, asked_by, is_automatic, reason, ended) values ($1, 'failed', array[$2], true, $2, now())`,
    site,
    text,
  );
}
