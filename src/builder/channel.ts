import type { BuildMessage, BuildOrder } from '#release/builderProtocol.ts';

const orders = new Map<BuildOrder['kind'], PromiseWithResolvers<void>>();

process.on('message', ({ kind }: BuildOrder) => orderOf(kind).resolve());

/** Resolves when the publishing process has ordered this, also where that was before anybody asked. */
export function whenOrdered(kind: BuildOrder['kind']): Promise<void> {
  return orderOf(kind).promise;
}

/** Tells the publishing process something; resolves when it is under way, also where nobody listens any more. */
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
