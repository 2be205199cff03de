import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { LedgerKind } from '#domain/credits/credits.ts';
import type { PlanProduct } from '#domain/plans/planTerms.ts';
import type { Product } from '#domain/plans/plans.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { parsedJson, pausedTerm } from '#server/db/schema/json.ts';
import { appUser } from '#server/db/schema/accounts.ts';

/** A user's sums, kept with every ledger entry. Locking this row orders a user's entries. */
export const creditBalance = pgTable(
  'credit_balance',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => appUser.id),
    /** Credits that can be spent: the sum of the remaining credits of all lots. */
    available: bigint('available', { mode: 'number' }).notNull().default(0),
    held: bigint('held', { mode: 'number' }).notNull().default(0),
    /** Credits that disputes set apart: the sum of the frozen credits of all lots. */
    frozen: bigint('frozen', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    check('credit_balance_available', sql`${table.available} >= 0`),
    check('credit_balance_held', sql`${table.held} >= 0`),
    check('credit_balance_frozen', sql`${table.frozen} >= 0`),
  ],
);

/** The user of a row about credits: each has a balance. */
const creditUserId = () =>
  uuid('user_id')
    .notNull()
    .references(() => creditBalance.userId);

/** Credits that were granted together and expire together. */
export const creditLot = pgTable(
  'credit_lot',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: creditUserId(),
    /** The plan or pack (`domain/plans/plans.ts`); `null` for gifts and the starting grant. */
    product: text('product'),
    granted: bigint('granted', { mode: 'number' }).notNull(),
    /**
     * The credits of a week or month of a plan before returned money reduced them; `null` for those that its order names.
     */
    promised: bigint('promised', { mode: 'number' }),
    /** Credits that can be spent. */
    remaining: bigint('remaining', { mode: 'number' }).notNull(),
    /** Credits that a dispute sets apart: all remaining credits of the lot, so that none can be spent. */
    frozen: bigint('frozen', { mode: 'number' }).notNull().default(0),
    /** How many disputes about its origin are open. */
    freezes: integer('freezes').notNull().default(0),
    /** The purchase or gift, for example `order` and its id. Refunds and disputes refer to an origin. */
    originType: text('origin_type').notNull(),
    originId: text('origin_id').notNull(),
    /** When what remains expires; `null` for never. */
    ends: instant('ends'),
    created: created(),
  },
  (table) => [
    check(
      'credit_lot_remaining',
      sql`${table.remaining} >= 0 and ${table.frozen} >= 0 and ${table.remaining} + ${table.frozen} <= ${table.granted}`,
    ),
    check(
      'credit_lot_frozen',
      sql`${table.freezes} = 0 and ${table.frozen} = 0 or ${table.freezes} > 0 and ${table.remaining} = 0`,
    ),
    index('credit_lot_by_origin').on(table.originType, table.originId),
    index('credit_lot_open')
      .on(table.userId, table.ends)
      .where(sql`${table.remaining} > 0`),
    // The plans and packs of a user, which are read with every question.
    index('credit_lot_of_product')
      .on(table.userId)
      .where(sql`${table.product} is not null`),
  ],
);

/** Append-only (a trigger refuses updates and deletes). */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    userId: creditUserId(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** The cause, for example `answer` and the answer's id: each source has at most one entry of a kind. */
    sourceType: text('source_type').notNull(),
    sourceId: text('source_id').notNull(),
    balanceChange: bigint('balance_change', { mode: 'number' }).notNull(),
    heldChange: bigint('held_change', { mode: 'number' }).notNull(),
    frozenChange: bigint('frozen_change', { mode: 'number' }).notNull().default(0),
    /** A code that the page translates, such as `answer_finished` or `upstream_cut`. */
    reason: text('reason').notNull(),
    created: created(),
  },
  (table) => [
    unique('ledger_entry_once').on(table.kind, table.sourceType, table.sourceId),
    uniqueIndex('ledger_entry_closed_once')
      .on(table.sourceType, table.sourceId)
      .where(sql`${table.kind} in ('settle', 'release')`),
    index('ledger_entry_by_user').on(table.userId, table.id),
    // Whether each sum may rise or fall, by kind. A function of the migrations, because each connection compiles it only
    // once, while a check expression is parsed and planned for each statement.
    check(
      'ledger_entry_kind',
      sql`ledger_change_fits(${table.kind}, ${table.balanceChange}, ${table.heldChange}, ${table.frozenChange})`,
    ),
  ],
);

/**
 * The changes of an entry to the remaining and frozen credits of each lot. A lot that was empty when it was frozen has
 * a part too.
 */
export const ledgerPart = pgTable(
  'ledger_part',
  {
    entryId: bigint('entry_id', { mode: 'bigint' })
      .notNull()
      .references(() => ledgerEntry.id),
    lotId: uuid('lot_id')
      .notNull()
      .references(() => creditLot.id),
    change: bigint('change', { mode: 'number' }).notNull(),
    frozenChange: bigint('frozen_change', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.lotId] }),
    index('ledger_part_by_lot').on(table.lotId),
  ],
);

/**
 * The credits that refunds ask back from each lot. The `taken` ones are in the ledger. The rest was spent, expired or
 * is held; while it is open, credits that return to the lot are taken first.
 */
export const creditRefund = pgTable(
  'credit_refund',
  {
    /** The refund, or the lost dispute, as the source of its ledger entry. */
    sourceType: text('source_type').notNull(),
    sourceId: text('source_id').notNull(),
    lotId: uuid('lot_id')
      .notNull()
      .references(() => creditLot.id),
    userId: creditUserId(),
    asked: bigint('asked', { mode: 'number' }).notNull(),
    taken: bigint('taken', { mode: 'number' }).notNull(),
    /** When the refund failed and the taken credits were returned. */
    failed: instant('failed'),
    created: created(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceType, table.sourceId, table.lotId] }),
    check(
      'credit_refund_taken',
      sql`${table.asked} > 0 and ${table.taken} between 0 and ${table.asked}`,
    ),
    index('credit_refund_by_lot').on(table.lotId),
    index('credit_refund_by_user').on(table.userId),
  ],
);

/** The terms of users' plans. Their credits are granted in lots, each when its week or month starts. */
export const planTerm = pgTable(
  'plan_term',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: creditUserId(),
    product: text('product').$type<PlanProduct>().notNull(),
    /** The credits of each lot that are paid for. */
    credits: integer('credits').notNull(),
    /**
     * The credits of each lot before returned money reduced them; `null` for those that its order names. More than were
     * sold, once the plan gives more.
     */
    promised: integer('promised'),
    starts: instant('starts').notNull(),
    ends: instant('ends').notNull(),
    /** No lot starts from this time on. For renewing plans, whose last lot stays while the next period is billed. */
    lotsUntil: instant('lots_until'),
    /** The time from which its months are counted: of terms in a row, the start of the first. `null` for its own start. */
    anchor: instant('anchor'),
    /** When the next lot is due; `null` after the last one. */
    nextLot: instant('next_lot'),
    /** The source of the term, for example `code` and the code's id. */
    sourceType: text('source_type').$type<'code' | 'order'>().notNull(),
    sourceId: text('source_id').notNull(),
    /** The term before a refund or a dispute paused it, so that it continues when the refund fails or the dispute is won. */
    beforeRefund: parsedJson('before_refund', pausedTerm),
    /** The earlier part of this term, which another plan, a refund or a dispute interrupted. */
    restOf: uuid('rest_of'),
    created: created(),
  },
  (table) => [
    check('plan_term_span', sql`${table.starts} < ${table.ends}`),
    check('plan_term_credits', sql`${table.credits} > 0`),
    uniqueIndex('plan_term_once')
      .on(table.sourceType, table.sourceId)
      .where(sql`${table.restOf} is null`),
    // For every question.
    index('plan_term_by_user').on(table.userId, table.ends),
    index('plan_term_due')
      .on(table.nextLot)
      .where(sql`${table.nextLot} is not null`),
  ],
);

/** Redemption codes that were issued together. */
export const redemptionBatch = pgTable('redemption_batch', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  /** The operator's note on the purpose of the codes. */
  note: line('note'),
  created: created(),
});

export const redemptionCode = pgTable(
  'redemption_code',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    batchId: integer('batch_id')
      .notNull()
      .references(() => redemptionBatch.id),
    /** Keyed hash of the code's 16 characters. */
    codeHash: text('code_hash').notNull().unique(),
    /** All credits of a gift or pack, or those of each week or month of a plan. */
    credits: integer('credits').notNull(),
    product: text('product').$type<Product>(),
    expires: instant('expires'),
    redeemedBy: uuid('redeemed_by').references(() => appUser.id),
    redeemed: instant('redeemed'),
    /** When an operator withdrew the code. */
    revoked: instant('revoked'),
    created: created(),
  },
  (table) => [
    index('redemption_code_of_batch').on(table.batchId),
    // A redeemed code cannot be revoked, because its credits are in the ledger.
    check('redemption_code_once', sql`${table.redeemed} is null or ${table.revoked} is null`),
  ],
);
