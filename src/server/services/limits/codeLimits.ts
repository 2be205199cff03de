import { resendSeconds } from '#domain/login/login.ts';
import type { Limit } from '#server/services/limits/takePoints.ts';

const hour = 3_600;
const day = 24 * hour;

/**
 * How often codes are sent. `takeCodeRequest.ts` decides which of them count for a request. Decision 018 repeats these
 * numbers and derives others from them: change both.
 */
export const codeLimits = {
  /** Between two codes for the same browser. */
  browser: { name: 'code_browser', points: 1, seconds: resendSeconds },
  /** For one e-mail address, requested from one network. */
  emailFromAddress: { name: 'code_asker', points: 5, seconds: hour },
  /** For one network; twice as many for an IPv6 /56, four times as many for a /48. */
  network: { name: 'code_network', points: 30, seconds: hour },
  /** For one e-mail address, from all networks. */
  email: { name: 'code_email', points: 10, seconds: day },
  /** Further codes for networks that did not request one for this address before. */
  emailReserve: { name: 'code_email_reserve', points: 20, seconds: day },
  /**
   * The first codes of a day for which a network counts as new, to an address or in general; for a /56 and a /48 as
   * above.
   */
  newToEmail: { name: 'code_new_email', points: 2, seconds: day },
  newNetwork: { name: 'code_new_network', points: 2, seconds: day },
  /** For one e-mail address, requested by browsers that have signed in to it before. */
  deviceHour: { name: 'code_device_hour', points: 10, seconds: hour },
  deviceDay: { name: 'code_device_day', points: 20, seconds: day },
  /** How many of these may come from the part of all mails that is reserved for known browsers. */
  deviceShare: { name: 'code_device_share', points: 2, seconds: day },
} as const satisfies Record<string, Limit>;

/**
 * Returns the limits of all mails in an hour, in three parts: for all requests; for networks that requested nothing on
 * this day; for browsers that have signed in before. The last two are used only when the first is used up.
 */
export function mailLimits(
  mailsPerHour: number,
): Record<'everybody' | 'newNetworks' | 'devices', Limit> {
  const newNetworks = Math.floor(mailsPerHour / 3);
  const devices = Math.floor(mailsPerHour / 6);
  const everybody = mailsPerHour - newNetworks - devices;
  return {
    everybody: { name: 'mail_everybody', points: everybody, seconds: hour },
    newNetworks: { name: 'mail_new_networks', points: newNetworks, seconds: hour },
    devices: { name: 'mail_devices', points: devices, seconds: hour },
  };
}
