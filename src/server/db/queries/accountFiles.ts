import { type SQL, sql } from 'drizzle-orm';
import { signInsKeptDays } from '#domain/login/login.ts';
import type { Executor } from '#server/db/connect.ts';

/*
 * All rows of a user, for the export. Raw, because each row is exported whole, as JSON (`to_jsonb`), with the columns
 * that a later migration adds, less those that are meaningless to the user.
 */

/** A JSON file of the export: a list of rows, or one object. */
export type AccountFile = {
  name: string;
  /** A short description of its content, for the list of files in the archive. */
  about: string;
  /** One object instead of a list. */
  single?: true;
  /** Returns the query for the rows of a user in a stable order, with one column `row`. */
  rows: (userId: string) => SQL;
};

/** The most rows in memory. */
const rowsAtOnce = 1_000;

/** Returns the query for a user's rows of a table, without the user's id and the columns `omitted`. */
function ownRows(
  table: string,
  order = 'created, id',
  omitted: readonly string[] = [],
): AccountFile['rows'] {
  const columns = sql.raw(`'{${['user_id', ...omitted].join(',')}}'::text[]`);
  return (id) => sql`select to_jsonb(r) - ${columns} as row from ${sql.identifier(table)} r
    where user_id = ${id} order by ${sql.raw(order)}`;
}

export const accountFiles: readonly AccountFile[] = [
  {
    name: 'account.json',
    about:
      'Your name, address, picture, language, chat settings, own limits and custom instructions',
    single: true,
    rows: (id) => sql`select jsonb_build_object('user_id', u.id, 'email', email, 'name', name,
        'picture', picture, 'language', language, 'start_withheld', start_withheld,
        'created', u.created, 'chat_settings', settings,
        'credit_limits', to_jsonb(l) - '{user_id,known_refill}'::text[],
        'custom_instructions', (select jsonb_build_object('about_me', about_me,
          'how_to_answer', how_to_answer) from custom_instruction i where i.user_id = u.id)) as row
      from app_user u left join chat_setting c on c.user_id = u.id
        left join credit_limit l on l.user_id = u.id where u.id = ${id} order by u.id`,
  },
  {
    name: 'memory.json',
    about: 'The lines that you asked to remember',
    rows: ownRows('memory_line'),
  },
  {
    name: 'sessions.json',
    about: 'Where you are signed in',
    rows: ownRows('session', 'created, id', ['token_hash']),
  },
  {
    name: 'sign-ins.json',
    about: `Your sign-ins of the last ${signInsKeptDays} days`,
    rows: ownRows('sign_in'),
  },
  {
    name: 'identities.json',
    about: 'Accounts elsewhere that you sign in with',
    rows: ownRows('identity', 'created, issuer, subject'),
  },
  {
    name: 'saved-gpts.json',
    about: 'GPTs that you saved',
    rows: (
      id,
    ) => sql`select jsonb_build_object('gpt', gpt_id, 'name', gpt.name, 'saved', s.created) as row
      from saved_gpt s join gpt on gpt.id = gpt_id where user_id = ${id} order by s.created, gpt_id`,
  },
  {
    name: 'reviews.json',
    about: 'Your ratings and reviews',
    rows: ownRows('review'),
  },
  {
    name: 'votes.json',
    about: 'Your votes on answers',
    rows: ownRows('answer_vote', 'created, answer_id'),
  },
  {
    name: 'reports.json',
    about: 'What you reported',
    rows: ownRows('report'),
  },
  {
    name: 'support-messages.json',
    about: 'What you wrote to support while signed in',
    rows: ownRows('support_request'),
  },
  {
    name: 'operator-mails.json',
    about: 'Mails that the operator wrote to you',
    rows: ownRows('operator_mail'),
  },
  {
    name: 'shared-links.json',
    about: 'Links by which others can read a conversation',
    rows: (id) => sql`select to_jsonb(s) as row from conversation_share s
      join conversation c on c.id = s.conversation_id where user_id = ${id} order by s.created, s.id`,
  },
  {
    name: 'files.json',
    about: 'Files that you sent, and the message that each was sent with',
    rows: ownRows('attachment', 'created, id', ['text', 'content_id']),
  },
  {
    name: 'media.json',
    about: 'Pictures, music and videos that were made for you',
    rows: ownRows('media_file'),
  },
  {
    name: 'media-jobs.json',
    about: 'What you asked pictures, music and videos to be, and what became of it',
    rows: ownRows('media_job', 'created, answer_id', ['ticket', 'lease_id', 'lease_ends']),
  },
  {
    name: 'usage.json',
    about: 'How many conversations you had with which GPT on which day (UTC)',
    rows: ownRows('gpt_usage_user_day', 'day, gpt_id'),
  },
  {
    name: 'orders.json',
    about: 'What you ordered and paid; amounts are in cents, or whole units where there are none',
    rows: ownRows('payment_order'),
  },
  {
    name: 'discount-codes.json',
    about:
      'Discount codes that are yours, that you used or pass on; the codes themselves are not stored',
    rows: (
      id,
    ) => sql`select jsonb_build_object('id', id, 'percent_off', percent_off, 'expires', expires, 'reward', reward,
        'order_id', case when used_by = ${id} then order_id end, 'used', used, 'created', created,
        'is_own', user_id = ${id}, 'is_passed_on', referrer_id = ${id}) as row
      from discount_code c where ${id} in (user_id, used_by, referrer_id) order by created, id`,
  },
  {
    name: 'sharing-posts.json',
    about: 'Posts that you sent in for the sharing plan, and what became of them',
    rows: ownRows('sharing_post', 'id', ['mailbox_hash', 'link_hash', 'picture_hash']),
  },
  {
    name: 'order-refunds.json',
    about: 'What you paid that went back to you, or is about to',
    rows: ownRows('payment_refund'),
  },
  {
    name: 'order-disputes.json',
    about: 'Payments that your bank was asked to take back',
    rows: ownRows('payment_dispute', 'created, provider_id'),
  },
  {
    name: 'order-withdrawals.json',
    about: 'Contracts from which you withdrew',
    rows: ownRows('order_withdrawal', 'received, id'),
  },
  {
    name: 'billing.json',
    about: 'The name and address that your receipts show',
    single: true,
    rows: ownRows('billing_detail', 'user_id'),
  },
  {
    name: 'subscriptions.json',
    about: 'Plans that were renewed for you',
    rows: ownRows('subscription'),
  },
  {
    name: 'cancellations.json',
    about: 'Cancellations that came by the form for your address',
    rows: ownRows('plan_cancellation', 'received, id'),
  },
  {
    name: 'credits/balance.json',
    about: 'Your credits now',
    single: true,
    rows: ownRows('credit_balance', 'user_id'),
  },
  {
    name: 'credits/lots.json',
    about: 'Credits by what they came with, and when they end',
    rows: ownRows('credit_lot'),
  },
  {
    name: 'credits/ledger.json',
    about: 'Every change of your credits, with the lots that it changed',
    rows: (id) => sql`select to_jsonb(e) - 'user_id' || jsonb_build_object('parts', (
        select coalesce(jsonb_agg(to_jsonb(p) - 'entry_id' order by lot_id), '[]')
        from ledger_part p where entry_id = e.id)) as row
      from ledger_entry e where user_id = ${id} order by id`,
  },
  {
    name: 'credits/refunds.json',
    about: 'What refunds asked back from your credits, and what they took',
    rows: ownRows('credit_refund', 'created, source_type, source_id, lot_id'),
  },
  {
    name: 'credits/plans.json',
    about: 'Your plans',
    rows: ownRows('plan_term', 'starts, id'),
  },
  {
    name: 'credits/codes.json',
    about: 'Codes that you redeemed; the codes themselves are not stored',
    rows: (id) => sql`select to_jsonb(c) - '{code_hash,redeemed_by}'::text[] as row
      from redemption_code c where redeemed_by = ${id} order by redeemed, id`,
  },
];

/** Yields the text of a file with one row a line, so that it can be searched and compared. */
export async function* writeAccountFile(
  executor: Executor,
  { rows, single }: AccountFile,
  userId: string,
): AsyncGenerator<string> {
  if (single) {
    const [row] = await readRows(executor, rows(userId), 0);
    return yield `${JSON.stringify(row ?? null, null, 2)}\n`;
  }
  yield '[';
  for (let offset = 0; ; offset += rowsAtOnce) {
    const page = await readRows(executor, rows(userId), offset);
    yield page.map((row, at) => `${offset + at === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('');
    if (page.length < rowsAtOnce) break;
  }
  yield '\n]\n';
}

async function readRows(executor: Executor, rows: SQL, offset: number): Promise<unknown[]> {
  const result = await executor.execute(sql`${rows} limit ${rowsAtOnce} offset ${offset}`);
  return result.rows.map(({ row }) => row);
}
