import { expect } from 'vitest';
import { PaymentMix } from './paymentMix.ts';
import { Shop } from './shop.ts';

/** Runs random payments in a shop of their own until so many messages were sent, and compares every account. */
export async function runMix(messages: number, kills: number, seed: number): Promise<void> {
  const shop = await Shop.open();
  try {
    const mix = new PaymentMix(shop, seed);
    await mix.run(messages, kills);
    await mix.check();
    expect([shop.server.kills, mix.sent >= messages]).toEqual([kills, true]);
  } finally {
    await shop.close();
  }
}
