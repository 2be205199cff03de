import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '#server/gateways/loopbackServer.ts';
import { falVerifier } from '#server/gateways/media/falSignature.ts';
import { isSignedWebhook } from '#server/gateways/webhookSignature.ts';
import { InvalidSignatureError, type ProviderEvent } from '#server/gateways/payments/payments.ts';
import { readMessage } from '#server/gateways/payments/sandboxMessages.ts';
import { stripeGateway } from '#server/gateways/payments/stripe.ts';
import { wechatGateway } from '#server/gateways/payments/wechat.ts';
import { isSignedBy } from '#server/services/publishing/hook/signature.ts';
import { signLines } from './wechat/wechatKeys.ts';
import { startWechatServer } from './wechat/wechatServer.ts';

/** A webhook: how its provider signs a body at a time, and whether our code takes the message. */
export type Webhook = {
  name: string;
  /** Whether the signature has a time. */
  hasTime: boolean;
  sign(body: string, time?: string): Record<string, string>;
  takes(body: string, headers: Headers): Promise<boolean>;
  /** The values of one header that can contain several signatures or times, separated by this. */
  separator?: string;
};

/** The signers are written from the providers' documentation, and share no code with the product. */
export const secrets = {
  stripe: 'whsec_of_the_signed_messages',
  replicate: Buffer.from('a secret of some length').toString('base64'),
  hook: 'the secret of the hook of this test',
  sandbox: 'the key of the sandbox',
} as const;

export function seconds(time = Date.now()): string {
  return String(Math.floor(time / 1_000));
}

/** Returns the header of a message that Stripe signs. */
export function signAsStripe(body: string, time = seconds()): Record<string, string> {
  const digest = createHmac('sha256', secrets.stripe).update(`${time}.${body}`).digest('hex');
  return { 'stripe-signature': `t=${time},v1=${digest}` };
}

export function signAsReplicate(body: string, time = seconds()): Record<string, string> {
  const key = Buffer.from(secrets.replicate, 'base64');
  const digest = createHmac('sha256', key).update(`id.${time}.${body}`).digest('base64');
  return {
    'webhook-id': 'id',
    'webhook-timestamp': time,
    'webhook-signature': `v1,${digest}`,
  };
}

/** Returns the header of a publish that GitHub or another program signs. */
export function signAsHook(body: string): Record<string, string> {
  const digest = createHmac('sha256', secrets.hook).update(body).digest('hex');
  return { 'x-hub-signature-256': `sha256=${digest}` };
}

function signAsSandbox(body: string, time = seconds()): Record<string, string> {
  const digest = createHmac('sha256', secrets.sandbox).update(`${time}.${body}`).digest('hex');
  return { 'sandbox-signature': `t=${time},v1=${digest}` };
}

/** Starts the parts that the webhooks need: files and servers with public keys. */
export async function openWebhooks(): Promise<{ webhooks: Webhook[]; close(): Promise<void> }> {
  const fal = await openFal();
  const wechat = await openWechat();
  const stripe = stripeGateway({
    secretKey: 'sk_test_0123456789abcdef',
    webhookSecrets: ['whsec_an_older_secret_of_stripe', secrets.stripe],
    apiUrl: undefined,
  });
  const webhooks: Webhook[] = [
    {
      name: 'Stripe',
      hasTime: true,
      separator: ',',
      sign: signAsStripe,
      takes: (body, headers) => isTaken(stripe.readEvent(Buffer.from(body), headers)),
    },
    {
      name: 'the sandbox',
      hasTime: true,
      sign: signAsSandbox,
      takes: (body, headers) =>
        isTaken(
          Promise.try(() =>
            readMessage(secrets.sandbox, Buffer.from(body), headers.get('sandbox-signature')),
          ),
        ),
    },
    {
      name: 'Replicate',
      hasTime: true,
      separator: ' ',
      sign: signAsReplicate,
      takes: async (body, headers) =>
        isSignedWebhook(`whsec_${secrets.replicate}`, Buffer.from(body), headers),
    },
    {
      name: 'the publish',
      hasTime: false,
      sign: signAsHook,
      takes: async (body, headers) =>
        isSignedBy(
          secrets.hook,
          Buffer.from(body),
          headers.get('x-hub-signature-256') ?? undefined,
        ),
    },
    wechat.webhook,
    fal.webhook,
  ];
  return {
    webhooks,
    close: async () => {
      await wechat.close();
      await fal.close();
    },
  };
}

/** Whether a message was verified. Only the error for a wrong signature refuses one. */
async function isTaken(read: Promise<ProviderEvent>): Promise<boolean> {
  try {
    await read;
    return true;
  } catch (error) {
    if (error instanceof InvalidSignatureError) return false;
    throw error;
  }
}

async function openWechat(): Promise<{ webhook: Webhook; close(): Promise<void> }> {
  const server = await startWechatServer();
  const gateway = wechatGateway(server.config, server.notifyUrl);
  const { current } = server.keys;
  return {
    close: server.close,
    webhook: {
      name: 'WeChat Pay',
      hasTime: true,
      sign: (body, time = seconds()) => ({
        'wechatpay-timestamp': time,
        'wechatpay-nonce': 'nonce',
        'wechatpay-serial': current.id,
        'wechatpay-signature': signLines([time, 'nonce', body], current),
      }),
      takes: (body, headers) => isTaken(gateway.readEvent(Buffer.from(body), headers)),
    },
  };
}

async function openFal(): Promise<{ webhook: Webhook; close(): Promise<void> }> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const publisher = createServer((_, response) =>
    response.end(JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x }] })),
  );
  const verify = falVerifier(`http://127.0.0.1:${await listenOnLoopback(publisher, 0)}/`);
  return {
    close: () => closeServer(publisher),
    webhook: {
      name: 'fal',
      hasTime: true,
      sign: (body, time = seconds()) => {
        const digest = createHash('sha256').update(body).digest('hex');
        const message = Buffer.from(['request', 'user', time, digest].join('\n'));
        return {
          'x-fal-webhook-request-id': 'request',
          'x-fal-webhook-user-id': 'user',
          'x-fal-webhook-timestamp': time,
          'x-fal-webhook-signature': sign(null, message, privateKey).toString('hex'),
        };
      },
      takes: (body, headers) => verify(Buffer.from(body), headers),
    },
  };
}
