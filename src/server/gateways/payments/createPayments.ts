import { createHmac } from 'node:crypto';
import type { Config } from '#server/config.ts';
import type { Payments } from '#server/gateways/payments/payments.ts';
import { sandboxGateway } from '#server/gateways/payments/sandbox.ts';
import { stripeGateway } from '#server/gateways/payments/stripe.ts';
import { startPaymentSandbox } from '#server/gateways/payments/sandboxServer.ts';

export type OpenPayments = {
  methods: Payments;
  /** Where the sandbox shows its checkouts and subscriptions; `undefined` without it. */
  sandboxUrl: string | undefined;
  close(): Promise<void>;
};

/** Connects the configured providers, or starts the sandbox where the configuration allows it. */
export async function createPayments(config: Config): Promise<OpenPayments> {
  const close = async () => undefined;
  if (config.stripe) {
    const stripe = stripeGateway(config.stripe);
    return { methods: new Map([[stripe.method, stripe]]), sandboxUrl: undefined, close };
  }
  if (!config.sandboxPayments) return { methods: new Map(), sandboxUrl: undefined, close };
  const key = sandboxKey(config);
  const { dataDir, publicUrl } = config;
  const sandbox = await startPaymentSandbox({
    dataDir,
    key,
    messagesTo: (method) => `${publicUrl}/api/payments/${method}/events`,
    siteOrigin: new URL(publicUrl).origin,
  });
  const gateways = (['sandbox', 'sandbox_scan'] as const).map((method) =>
    sandboxGateway(method, { origin: sandbox.origin, key }),
  );
  return {
    methods: new Map(gateways.map((gateway) => [gateway.method, gateway])),
    sandboxUrl: `${sandbox.origin}/`,
    close: sandbox.close,
  };
}

/** Signs the sandbox's messages, and lets only our own calls in. */
export function sandboxKey({ secret }: Pick<Config, 'secret'>): string {
  return createHmac('sha256', secret).update('payment sandbox').digest('hex');
}
