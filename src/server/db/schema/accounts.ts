import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StartLimit } from '#domain/credits/credits.ts';
import type { SignInWay } from '#domain/login/login.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';

export const appUser = pgTable(
  'app_user',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Normalised; see `domain/login/login.ts`. */
    email: text('email').notNull().unique(),
    name: line('name').notNull(),
    picture: text('picture').notNull().default('/avatar.png'),
    language: text('language').notNull().default('en'),
    /** The limit because of which the account got no starting credits; `null` if none. */
    startWithheld: text('start_withheld').$type<StartLimit>(),
    created: created(),
  },
  (table) => [check('app_user_start_withheld', sql`${table.startWithheld} in ('network', 'all')`)],
);

/** The user of a row that outlives the account. */
export const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => appUser.id);

/** The user of a row that is deleted with the account. */
export const ownerId = () =>
  uuid('user_id')
    .notNull()
    .references(() => appUser.id, { onDelete: 'cascade' });

export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the cookie's value. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: ownerId(),
    /** From the `User-Agent` (`domain/account/devices.ts`); `null` if it names nothing known. */
    browser: text('browser'),
    system: text('system'),
    /** The network of the last use, shortened: an IPv4 /24 or an IPv6 /48. */
    network: text('network'),
    created: created(),
    /** The last use, to the hour. */
    used: instant('used').notNull().defaultNow(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('session_by_user').on(table.userId)],
);

/** The begin of each session. Rows are only added, and outlive the session; a job deletes them after `signInsKeptDays`. */
export const signIn = pgTable(
  'sign_in',
  {
    /** The id of the session, which ends before this row does. */
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    /** `null` for a session that began before this table was made. */
    way: text('way').$type<SignInWay>(),
    browser: text('browser'),
    system: text('system'),
    /** Shortened as that of the session. */
    network: text('network'),
    created: created(),
  },
  (table) => [
    index('sign_in_by_created').on(table.created),
    index('sign_in_by_user').on(table.userId, table.created),
    check('sign_in_way', sql`${table.way} in ('code', 'google')`),
  ],
);

/** Mails about a sign-in from an unknown browser. A row is deleted when its mail was sent, or after a day. */
export const signInNotice = pgTable(
  'sign_in_notice',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    browser: text('browser'),
    system: text('system'),
    network: text('network'),
    created: created(),
  },
  (table) => [
    index('sign_in_notice_by_created').on(table.created),
    index('sign_in_notice_by_user').on(table.userId),
  ],
);

/** A sign-in code that was sent, bound to the browser that requested it. */
export const loginAttempt = pgTable(
  'login_attempt',
  {
    /** SHA-256 of the attempt cookie's value. */
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    /** Keyed hash of the code and its word, because four digits could be guessed from a plain hash. */
    codeHash: text('code_hash').notNull(),
    /** Whether the mail had a word that must be entered together with the code. */
    withWord: boolean('with_word').notNull().default(false),
    triesLeft: integer('tries_left').notNull(),
    created: created(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('login_attempt_by_expires').on(table.expires)],
);

/** Accounts whose deletion was requested. A job deletes them when they are due. */
export const accountDeletion = pgTable(
  'account_deletion',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    requested: instant('requested').notNull(),
    due: instant('due').notNull(),
    /** Whether an operator requested it, and not the user. */
    byOperator: boolean('by_operator').notNull().default(false),
    /** When the mail server accepted the mail about keeping the account. */
    mailed: instant('mailed'),
  },
  (table) => [index('account_deletion_by_due').on(table.due)],
);

/** A person at an identity provider (OpenID Connect), and the account that belongs to them here. */
export const identity = pgTable(
  'identity',
  {
    issuer: text('issuer').notNull(),
    /** The provider's id of the person, which stays when the person's e-mail address changes. */
    subject: text('subject').notNull(),
    userId: ownerId(),
    created: created(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('identity_by_user').on(table.userId),
  ],
);

/** A started sign-in with Google, bound to the browser that started it. */
export const googleAttempt = pgTable(
  'google_attempt',
  {
    /** SHA-256 of the cookie's value, from which state, nonce and code verifier are derived. */
    tokenHash: text('token_hash').primaryKey(),
    /** Whether it runs in a popup of the page that started it. */
    isPopup: boolean('is_popup').notNull(),
    /** The path to which a browser without a popup is redirected afterwards. */
    redirect: text('redirect').notNull(),
    language: text('language').notNull(),
    /** Keyed hash of the invitation that was entered before; `null` for none. */
    invitationHash: text('invitation_hash'),
    created: created(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('google_attempt_by_expires').on(table.expires)],
);

/**
 * Mailboxes that received starting credits. Rows outlive accounts, so that a new account of the same mailbox gets no
 * second grant.
 */
export const startingGrant = pgTable('starting_grant', {
  /** Keyed hash of the mailbox; see `canonicalEmail` in `domain/login/login.ts`. */
  mailboxHash: text('mailbox_hash').primaryKey(),
  created: created(),
});
