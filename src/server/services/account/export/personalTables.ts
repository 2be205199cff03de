/** The treatment of a table when its user exports or deletes the account. */
export type PersonalTable = {
  /** The file of the export with its rows, or the reason why no file has them. */
  export: { file: string } | { notBecause: string };
  /** Whether its rows are deleted with the account, or the reason why they stay. */
  deletion: 'deleted' | { staysBecause: string };
};

const inConversations = { file: 'conversations/conversations.json' };
const ledgerStays = { staysBecause: 'the ledger is append-only; its user has no name any more' };
const booksStay = { staysBecause: 'books are kept; the user of these rows has no name any more' };
const ofTheServer = { notBecause: 'it serves the running of the server and repeats other rows' };

/**
 * Every table with a user’s id or address, or with rows that belong to such a table. A test compares this list with the
 * database, so that each new table is exported and deleted, or has a reason why not.
 */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  app_user: {
    export: { file: 'account.json' },
    deletion: { staysBecause: 'ledger rows refer to it; address, name and picture are removed' },
  },
  chat_setting: { export: { file: 'account.json' }, deletion: 'deleted' },
  credit_limit: { export: { file: 'account.json' }, deletion: 'deleted' },
  custom_instruction: { export: { file: 'account.json' }, deletion: 'deleted' },
  memory_line: { export: { file: 'memory.json' }, deletion: 'deleted' },
  session: { export: { file: 'sessions.json' }, deletion: 'deleted' },
  identity: { export: { file: 'identities.json' }, deletion: 'deleted' },
  login_attempt: {
    export: { notBecause: 'it lives for ten minutes and is a secret between mail and browser' },
    deletion: 'deleted',
  },
  starting_grant: {
    export: { notBecause: 'it is a keyed hash without a user' },
    deletion: { staysBecause: 'starting credits are given once to a mailbox; it is a keyed hash' },
  },
  mail_pause: {
    export: { notBecause: 'it is a keyed hash without a user' },
    deletion: { staysBecause: 'it says what a mail server refused, as a keyed hash, for a year' },
  },
  mail_suppression: {
    export: { notBecause: 'it is a keyed hash without a user' },
    deletion: { staysBecause: 'it says that an address wants or gets no mail, as a keyed hash' },
  },
  account_block: {
    export: { notBecause: 'it is a note of the operator, who explains it to the user' },
    deletion: {
      staysBecause: 'a blocked mailbox cannot open an account again; it is a keyed hash then',
    },
  },
  operator_mail: { export: { file: 'operator-mails.json' }, deletion: 'deleted' },
  invitation: {
    export: { notBecause: 'it says only that the account was opened with an invitation' },
    deletion: { staysBecause: 'an invitation is used once; its user has no name any more' },
  },
  sign_in: { export: { file: 'sign-ins.json' }, deletion: 'deleted' },
  sign_in_notice: {
    export: { notBecause: 'it lives until its mail is sent, which has all of it' },
    deletion: 'deleted',
  },
  account_deletion: {
    export: { notBecause: 'it says only that the account is to be deleted, and when' },
    deletion: 'deleted',
  },
  saved_gpt: { export: { file: 'saved-gpts.json' }, deletion: 'deleted' },
  review: { export: { file: 'reviews.json' }, deletion: 'deleted' },
  report: { export: { file: 'reports.json' }, deletion: 'deleted' },
  support_request: { export: { file: 'support-messages.json' }, deletion: 'deleted' },
  conversation: { export: inConversations, deletion: 'deleted' },
  message: { export: inConversations, deletion: 'deleted' },
  answer: { export: inConversations, deletion: 'deleted' },
  answer_vote: { export: { file: 'votes.json' }, deletion: 'deleted' },
  answer_search: { export: inConversations, deletion: 'deleted' },
  answer_event: { export: ofTheServer, deletion: 'deleted' },
  attachment: { export: { file: 'files.json' }, deletion: 'deleted' },
  media_job: { export: { file: 'media-jobs.json' }, deletion: 'deleted' },
  media_file: { export: { file: 'media.json' }, deletion: 'deleted' },
  answer_html: { export: ofTheServer, deletion: 'deleted' },
  conversation_search: { export: ofTheServer, deletion: 'deleted' },
  conversation_share: { export: { file: 'shared-links.json' }, deletion: 'deleted' },
  credit_balance: { export: { file: 'credits/balance.json' }, deletion: ledgerStays },
  credit_lot: { export: { file: 'credits/lots.json' }, deletion: ledgerStays },
  ledger_entry: { export: { file: 'credits/ledger.json' }, deletion: ledgerStays },
  ledger_part: { export: { file: 'credits/ledger.json' }, deletion: ledgerStays },
  credit_refund: { export: { file: 'credits/refunds.json' }, deletion: ledgerStays },
  plan_term: { export: { file: 'credits/plans.json' }, deletion: ledgerStays },
  redemption_code: { export: { file: 'credits/codes.json' }, deletion: ledgerStays },
  payment_order: { export: { file: 'orders.json' }, deletion: booksStay },
  discount_code: { export: { file: 'discount-codes.json' }, deletion: booksStay },
  sharing_post: { export: { file: 'sharing-posts.json' }, deletion: 'deleted' },
  sharing_reward: {
    export: { notBecause: 'it is a keyed hash without a user' },
    deletion: { staysBecause: 'a person and a post are rewarded once; it has keyed hashes only' },
  },
  billing_detail: { export: { file: 'billing.json' }, deletion: 'deleted' },
  subscription: { export: { file: 'subscriptions.json' }, deletion: booksStay },
  plan_cancellation: { export: { file: 'cancellations.json' }, deletion: 'deleted' },
  plan_reminder: {
    export: { notBecause: 'it says only that a mail about a plan was sent' },
    deletion: 'deleted',
  },
  money_mail: {
    export: { notBecause: 'it says only which mail about an order, a plan or credits was sent' },
    deletion: { staysBecause: 'no mail is sent again; it has no address and no text' },
  },
  payment_refund: { export: { file: 'order-refunds.json' }, deletion: booksStay },
  payment_dispute: { export: { file: 'order-disputes.json' }, deletion: booksStay },
  order_withdrawal: { export: { file: 'order-withdrawals.json' }, deletion: booksStay },
  provider_event: {
    export: { notBecause: 'it is a message between us and a provider; orders have what followed' },
    deletion: { staysBecause: 'it says that a message was applied; the message itself is removed' },
  },
  gpt_usage_user_day: {
    export: { file: 'usage.json' },
    deletion: { staysBecause: 'rankings are counted from it; its user has no name any more' },
  },
};
