import { createHmac } from 'node:crypto';
import { type PaymentMethod, sandboxMethods } from '#domain/orders/payments.ts';
import type { Config } from '#server/config.ts';
import type { PaymentGateway, Payments } from '#server/gateways/payments/payments.ts';
import { sandboxGateway } from '#server/gateways/payments/sandbox.ts';
import { stripeGateway } from '#server/gateways/payments/stripe.ts';
import { startPaymentSandbox } from '#server/gateways/payments/sandboxServer.ts';
import { wechatGateway } from '#server/gateways/payments/wechat.ts';

export type OpenPayments = {
  methods: Payments;
  /** The page with the sandbox's checkouts and subscriptions; `undefined` without the sandbox. */
  sandboxUrl: string | undefined;
  close(): Promise<void>;
};

/** Connects the configured providers. Without any, starts the sandbox if the configuration allows it. */
export async function createPayments(config: Config): Promise<OpenPayments> {
  const providers = configuredGateways(config);
  if (providers.length > 0 || !config.sandboxPayments) {
    return { methods: byMethod(providers), sandboxUrl: undefined, close: async () => undefined };
  }
  const key = sandboxKey(config);
  const { dataDir, publicUrl } = config;
  const sandbox = await startPaymentSandbox({
    dataDir,
    key,
    webhookUrl: (method) => webhookUrl(publicUrl, method),
    siteOrigin: new URL(publicUrl).origin,
  });
  const gateways = sandboxMethods.map((method) =>
    sandboxGateway(method, { origin: sandbox.origin, key }),
  );
  return {
    methods: byMethod(gateways),
    sandboxUrl: `${sandbox.origin}/`,
    close: () => sandbox.close(),
  };
}

function configuredGateways({ stripe, wechat, publicUrl }: Config): PaymentGateway[] {
  const gateways: PaymentGateway[] = [];
  if (stripe) gateways.push(stripeGateway(stripe));
  if (wechat) gateways.push(wechatGateway(wechat, webhookUrl(publicUrl, 'wechat')));
  return gateways;
}

/** Returns the URL of a provider's webhook. */
function webhookUrl(publicUrl: string, method: PaymentMethod): string {
  return `${publicUrl}/api/payments/${method}/events`;
}

function byMethod(gateways: readonly PaymentGateway[]): Payments {
  return new Map(gateways.map((gateway) => [gateway.method, gateway]));
}

/** Returns the key that signs the sandbox's messages and authorises our calls. */
export function sandboxKey({ secret }: Pick<Config, 'secret'>): string {
  return createHmac('sha256', secret).update('payment sandbox').digest('hex');
}
