import type { Limit } from '#server/services/limits/takePoints.ts';

// How often something may be done, by subject. The callers decide what each limit counts by. A limit of networks gives
// an IPv6 /56 twice and a /48 four times as much when it is counted by `networkUse`. No limit is longer than a day.

const minute = 60;
const hour = 3_600;
const day = 24 * hour;

export const accountLimits = {
  /** An archive reads all data of its user. */
  export: { name: 'account_export', points: 10, seconds: hour },
} as const satisfies Record<string, Limit>;

export const analyticsLimits = {
  /** Counted page views of one network. */
  network: { name: 'analytics_network', points: 120, seconds: minute },
} as const satisfies Record<string, Limit>;

/** Cancellations by the public form that the law requires. */
export const cancellationLimits = {
  network: { name: 'cancellation_network', points: 5, seconds: hour },
  address: { name: 'cancellation_address', points: 5, seconds: day },
  /** For all senders together, to protect the reputation of the mail server. */
  all: { name: 'cancellation_all', points: 200, seconds: hour },
} as const satisfies Record<string, Limit>;

export const conversationLimits = {
  import: { name: 'import', points: 20, seconds: hour },
} as const satisfies Record<string, Limit>;

export const discountLimits = {
  check: { name: 'discount_check', points: 120, seconds: hour },
} as const satisfies Record<string, Limit>;

/** More than mailed codes, because no mail is sent. */
export const googleLimits = {
  start: { name: 'google_start', points: 60, seconds: hour },
  finish: { name: 'google_finish', points: 60, seconds: hour },
} as const satisfies Record<string, Limit>;

/** Invitations that are entered for new accounts. */
export const invitationLimits = {
  network: { name: 'invitation_network', points: 60, seconds: hour },
} as const satisfies Record<string, Limit>;

/** Links to GPTs on other sites, whose pages are fetched. */
export const gptLinkLimits = {
  userHour: { name: 'gpt_link_hour', points: 20, seconds: hour },
  userDay: { name: 'gpt_link_day', points: 60, seconds: day },
  network: { name: 'gpt_link_network', points: 60, seconds: hour },
} as const satisfies Record<string, Limit>;

export const hookLimits = {
  /** From one network: more often than a repository is pushed to. */
  network: { name: 'publish_hook', points: 30, seconds: minute },
} as const satisfies Record<string, Limit>;

/** Messages to the webhooks of providers and of the publish. */
export const messageLimits = {
  /** Refused messages of one network that are examined. */
  refused: { name: 'refused_message', points: 20, seconds: minute },
} as const satisfies Record<string, Limit>;

export const orderLimits = {
  create: { name: 'order_create', points: 60, seconds: hour },
  checkout: { name: 'order_checkout', points: 60, seconds: hour },
  refund: { name: 'order_refund', points: 20, seconds: hour },
  /** Declarations of withdrawal from one network. */
  withdrawal: { name: 'withdrawal', points: 10, seconds: hour },
} as const satisfies Record<string, Limit>;

/** How often one user may change reviews and report something. */
export const reviewLimits = {
  change: { name: 'review_change', points: 30, seconds: hour },
  report: { name: 'review_report', points: 20, seconds: day },
} as const satisfies Record<string, Limit>;

/** Links to conversations: creating them, and reading the pages that they lead to. */
export const shareLimits = {
  user: { name: 'share', points: 100, seconds: hour },
  network: { name: 'share_network', points: 300, seconds: hour },
  /** Shared conversations that a user copies. */
  continue: { name: 'share_continue', points: 100, seconds: hour },
  /** Pages that one network address may read. */
  read: { name: 'shared_page', points: 300, seconds: 5 * minute },
} as const satisfies Record<string, Limit>;

/** Posts of the sharing plan. */
export const sharingLimits = {
  send: { name: 'sharing_send', points: 10, seconds: day },
} as const satisfies Record<string, Limit>;

export const subscriptionLimits = {
  change: { name: 'plan_change', points: 120, seconds: hour },
} as const satisfies Record<string, Limit>;

/** Messages of the contact form. */
export const supportLimits = {
  network: { name: 'support_network', points: 5, seconds: hour },
  user: { name: 'support_user', points: 10, seconds: day },
  /** For all senders together, to protect the operator’s mailbox. */
  all: { name: 'support_all', points: 200, seconds: hour },
} as const satisfies Record<string, Limit>;

/** How much one user may upload, counted in kilobytes, and how often. */
export const uploadLimits = {
  files: { name: 'upload_files', points: 200, seconds: hour },
  kilobytes: { name: 'upload_kilobytes', points: 300_000, seconds: day },
} as const satisfies Record<string, Limit>;
