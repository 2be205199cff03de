-- Takes credits from lots, under the lock of their balance: the text is that of `takeCreditsBody` in db/queries/ledger.ts.
CREATE FUNCTION take_credits(uuid, text, text, text, text, bigint, bigint, timestamptz)
RETURNS TABLE (balances integer, id bigint, available bigint) LANGUAGE plpgsql ROWS 1 AS $$
#variable_conflict use_column
begin
  perform from credit_balance where user_id = $1 for no key update;
  return query with locked as (
    select user_id from credit_balance where user_id = $1 for no key update
  ), spendable as (
      select id, remaining, ends from credit_lot
      where user_id = $1 and remaining > 0 and (ends is null or ends > $8::timestamptz)
    ), ordered as (
      select id, remaining, sum(remaining) over (order by ends nulls last, id) - remaining as before from spendable
    ), change as (
      select id as lot_id, -least(remaining, $6::bigint - before)::bigint as remaining, 0 as frozen, 0 as freezes
      from ordered
      where before < $6::bigint
    ), wanted as (
    select locked.user_id, $2::text as kind, $3::text as source_type, $4::text as source_id,
      (-$6::bigint)::bigint as balance_change, ($7)::bigint as held_change,
      (0)::bigint as frozen_change, $5::text as reason
    from locked where (select sum(remaining) from change) = -$6::bigint
  ), entry as (
    insert into ledger_entry
      (user_id, kind, source_type, source_id, balance_change, held_change, frozen_change, reason)
    select user_id, kind, source_type, source_id, balance_change, held_change, frozen_change, reason from wanted
    on conflict do nothing
    returning id, user_id, balance_change, held_change, frozen_change
  ), balance as (
    update credit_balance b set available = b.available + e.balance_change, held = b.held + e.held_change,
      frozen = b.frozen + e.frozen_change
    from entry e where b.user_id = e.user_id
  ), lot as (
    update credit_lot l set remaining = l.remaining + c.remaining, frozen = l.frozen + c.frozen,
      freezes = l.freezes + c.freezes
    from change c, entry where l.id = c.lot_id
  ), part as (
    insert into ledger_part (entry_id, lot_id, change, frozen_change)
    select entry.id, change.lot_id, change.remaining, change.frozen from entry, change
  ) select (select count(*)::int from locked) as balances, (select id from entry) as id, (select coalesce(sum(remaining), 0)::bigint from spendable) as available;
end $$;
