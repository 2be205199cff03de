import type { BuildMessage, BuildOrder } from '#release/builderProtocol.ts';

const orders = new Map<BuildOrder['kind'], PromiseWithResolvers<void>>();

process.on('message', ({ kind }: BuildOrder) => orderOf(kind).resolve());

/** Resolves when the publishing process has sent this order, or at once if it has been sent already. */
export function whenOrdered(kind: BuildOrder['kind']): Promise<void> {
  return orderOf(kind).promise;
}

/** Sends a message to the publishing process. Resolves when it is sent, even without a receiver. */
export function send(message: BuildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });
}

function orderOf(kind: BuildOrder['kind']): PromiseWithResolvers<void> {
  const order = orders.get(kind) ?? Promise.withResolvers<void>();
  orders.set(kind, order);
  return order;
}
