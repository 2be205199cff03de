import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { appUser, ownerId } from '#server/db/schema/accounts.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';

/**
 * Accounts that an operator has blocked. A row outlives its account, without its reason, so that the same mailbox cannot
 * open another one.
 */
export const accountBlock = pgTable(
  'account_block',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => appUser.id),
    /** Keyed hash of the mailbox; see `canonicalEmail` in `domain/login/login.ts`. */
    mailboxHash: text('mailbox_hash').notNull(),
    /** For operators only. */
    reason: line('reason').notNull(),
    created: created(),
  },
  (table) => [index('account_block_by_mailbox').on(table.mailboxHash)],
);

/** Mails that operators wrote to users. Each is sent once at most. */
export const operatorMail = pgTable(
  'operator_mail',
  {
    /** The operator's idempotency key. */
    id: text('id').primaryKey(),
    userId: ownerId(),
    subject: line('subject').notNull(),
    text: text('text').notNull(),
    /** When the mail server accepted it; `null` while it is being sent, or after a crash meanwhile. */
    mailed: instant('mailed'),
    created: created(),
  },
  (table) => [index('operator_mail_by_user').on(table.userId)],
);

/** Invitations that an operator issued together. */
export const invitationBatch = pgTable('invitation_batch', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  /** The operator's note on their purpose. */
  note: line('note'),
  created: created(),
});

/** Codes with which accounts are opened when `REGISTRATION` is `code`. Each opens one account. */
export const invitation = pgTable(
  'invitation',
  {
    /** Keyed hash of the code's 16 characters. */
    codeHash: text('code_hash').primaryKey(),
    batchId: integer('batch_id')
      .notNull()
      .references(() => invitationBatch.id),
    expires: instant('expires'),
    /** The account that was opened with it. */
    usedBy: uuid('used_by')
      .unique()
      .references(() => appUser.id),
    used: instant('used'),
    /** When an operator withdrew the code. */
    revoked: instant('revoked'),
  },
  (table) => [index('invitation_of_batch').on(table.batchId)],
);
