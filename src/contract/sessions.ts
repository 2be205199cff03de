import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/text.ts';
import * as z from 'zod/mini';

export const accountSession = z.object({
  id: uuid,
  /** The browser and the system of the device; `null` where its `User-Agent` names none that is known. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The network of the last use, shortened to an IPv4 /24 or an IPv6 /48; `null` where it is not known. */
  network: z.nullable(z.string()),
  created: z.iso.datetime(),
  /** The last use, to the hour. */
  used: z.iso.datetime(),
  /** Whether it is the session that asks. */
  current: z.boolean(),
});

export type AccountSession = z.output<typeof accountSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'The sessions of the signed-in user: the asking one first, then the one used last.',
  answer: () => z.object({ items: z.array(accountSession) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary:
    'Ends a session of the signed-in user; its streams end within a second. Ending it again changes nothing.',
  params: () => z.strictObject({ id: uuid }),
  answer: () => z.object({ id: uuid }),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary:
    'Ends all sessions of the signed-in user but the asking one, which gets a new cookie: one that was copied is of no use any more.',
  answer: () => z.object({ ended: z.int() }),
});
