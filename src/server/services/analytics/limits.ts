import type { Limit } from '#server/services/login/limits.ts';

/** How many pages of one network count in a minute; an IPv6 /56 twice, a /48 four times as many. */
export const analyticsLimit: Limit = { name: 'analytics_network', points: 120, seconds: 60 };
