import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, orNull } from '#server/db/rawRows.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { accountBlock } from '#server/db/schema/people.ts';
import { type Statement, run } from '#server/db/statement.ts';

/*
 * Accounts by anything that an operator may have of them. Raw, because it is one union of many tables, of which each
 * uses an index of its own. Only the part of an address reads a whole table.
 */

/** The possible meanings of an operator's text. A field is `null` if the text cannot be that. */
export type SearchedUser = {
  /** A part of an address, as a pattern of `like`. */
  emailPattern: string | null;
  /** The id of an account, order, refund, subscription, conversation, answer or shared link, or one at a provider. */
  id: string | null;
  uuid: string | null;
  /** The reference of a message of the contact form. */
  reference: string | null;
  receiptNumber: number | null;
  giftHash: string | null;
  discountHash: string | null;
  invitationHash: string | null;
};

const { id, email, name, created } = appUser;
const foundUser = {
  id,
  email,
  name,
  created,
  blocked: orNull(accountBlock.created),
  /** The part of the account that was found, for example `order`. */
  by: z.string(),
  /** How many accounts were found in all. */
  total: z.coerce.number(),
};
export type FoundUser = RowOf<typeof foundUser>;

const statement: Statement = {
  name: 'find_users',
  text: `with found (user_id, by) as (
      select id, 'e-mail' from app_user where email like $2
      union all select id, 'account' from app_user where id = $4::uuid
      union all select user_id, 'order' from payment_order where id = $4::uuid
      union all select user_id, 'refund' from payment_refund where id = $4::uuid
      union all select user_id, 'subscription' from subscription where id = $4::uuid
      union all select user_id, 'conversation' from conversation where id = $4::uuid
      union all select user_id, 'answer' from answer where id = $4::uuid
      union all select user_id, 'payment' from payment_order where $3 in (payment_id, invoice_id)
      union all select user_id, 'receipt' from payment_order where receipt_number = $6::bigint
      union all select user_id, 'subscription' from subscription where provider_id = $3
      union all select user_id, 'refund' from payment_refund where provider_id = $3
      union all select user_id, 'dispute' from payment_dispute where provider_id = $3
      union all select o.user_id, 'checkout' from payment_checkout c join payment_order o on o.id = c.order_id
        where c.provider_id = $3
      union all select c.user_id, 'shared link' from conversation_share s join conversation c on c.id = s.conversation_id
        where s.id = $3
      union all select user_id, 'message' from support_request where reference = $5 and user_id is not null
      union all select redeemed_by, 'gift code' from redemption_code where code_hash = $7 and redeemed_by is not null
      union all select used_by, 'discount code' from discount_code where code_hash = $8 and used_by is not null
      union all select referrer_id, 'own discount code' from discount_code
        where code_hash = $8 and referrer_id is not null
      union all select user_id, 'own discount code' from discount_code where code_hash = $8 and user_id is not null
      union all select used_by, 'invitation' from invitation where code_hash = $9 and used_by is not null
    ), users as (
      select user_id, coalesce(min(by) filter (where by <> 'e-mail'), 'e-mail') as by from found group by user_id
    )
    select app_user.id, email, name, app_user.created, account_block.created as blocked, by, count(*) over () as total
    from users join app_user on app_user.id = users.user_id
      left join account_block on account_block.user_id = users.user_id
    order by by = 'e-mail', app_user.created desc, app_user.id limit $1`,
};

/** Returns the accounts of a text: first those of a whole id, number or code, each the newest first. */
export function readUsers(
  executor: Executor,
  searched: SearchedUser,
  limit: number,
): Promise<FoundUser[]> {
  const { emailPattern, id, uuid, reference, receiptNumber, ...hashes } = searched;
  const codes = [hashes.giftHash, hashes.discountHash, hashes.invitationHash];
  const values = [limit, emailPattern, id, uuid, reference, receiptNumber, ...codes];
  return run(executor, statement, values, foundUser);
}
