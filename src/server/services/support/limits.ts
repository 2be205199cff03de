import type { Use } from '#server/services/login/limits.ts';

const hour = 3_600;

/** How many messages the contact form takes. A day at most, because counts are kept no longer. */
export const supportLimits = {
  /** For one network; an IPv6 /56 twice, a /48 four times as many. */
  network: { name: 'support_network', points: 5, seconds: hour },
  user: { name: 'support_user', points: 10, seconds: 24 * hour },
  /** For all together: what the operator’s mailbox can bear. */
  all: { name: 'support_all', points: 200, seconds: hour },
} as const satisfies Record<string, Use['limit']>;
