import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/text.ts';
import * as z from 'zod/mini';

export const accountSession = z.object({
  id: uuid,
  /** Browser and system of the device; `null` if its `User-Agent` has no known name. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The network of the last use, shortened to an IPv4 /24 or an IPv6 /48; `null` if unknown. */
  network: z.nullable(z.string()),
  created: z.iso.datetime(),
  /** The time of the last use, rounded to the hour. */
  used: z.iso.datetime(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
});

export type AccountSession = z.output<typeof accountSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'The sessions of the signed-in user: the asking one first, then the one used last.',
  response: () => z.object({ items: z.array(accountSession) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary:
    'Ends a session of the signed-in user; its streams end within a second. Ending it again changes nothing.',
  params: () => z.strictObject({ id: uuid }),
  response: () => z.object({ id: uuid }),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary:
    'Ends all sessions of the signed-in user but the asking one, which gets a new cookie: one that was copied is of no use any more.',
  response: () => z.object({ ended: z.int() }),
});
