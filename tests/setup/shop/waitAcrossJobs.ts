import { setTimeout as pause } from 'node:timers/promises';
import type { Shop } from './shop.ts';

/**
 * Waits until something is true. A killed server leaves things to the job of every ten minutes, which is run instead of
 * waited for; without a kill the server must finish by itself.
 */
export async function waitAcrossJobs(shop: Shop, isTrue: () => Promise<boolean>): Promise<void> {
  if (shop.server.kills === 0) return shop.waitFor(isTrue);
  for (let runs = 0; runs < 4; runs += 1) {
    for (let tries = 0; tries < 200; tries += 1) {
      if (await isTrue()) return;
      await pause(25);
    }
    await shop.advance(600);
    await shop.reconcile();
  }
  throw new Error(`Nothing happened within four jobs: ${shop.server.output.slice(-2_000)}`);
}
