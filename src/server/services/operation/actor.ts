import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';

/** Who makes a change: a name, by what (a command line or a server), and why, if that was said. */
export type Actor = { by: string; via: string; reason: string | null };

const acting = new AsyncLocalStorage<Actor>();

/** Runs `work`, whose records name this actor. */
export function actAs<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> {
  return acting.run(actor, work);
}

/** Returns who acts now: outside `actAs` the server itself. */
export function currentActor(): Actor {
  return acting.getStore() ?? { by: 'server', via: `server of ${hostname()}`, reason: null };
}
