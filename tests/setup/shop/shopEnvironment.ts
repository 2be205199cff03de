import { createHash } from 'node:crypto';
import type { StripeServer } from '../stripe/stripeServer.ts';
import type { WechatServer } from '../wechat/wechatServer.ts';

/** The product's address: providers send messages to https:// only. */
export const publicUrl = 'https://dolores.example';

/** Limits go by networks, so every buyer here has their own. */
export function networkOf(name: string): string {
  const digest = createHash('sha256').update(name).digest('hex');
  return `${digest.slice(0, 4)}:${digest.slice(4, 8)}`;
}

/** The environment of a server that uses these local servers. */
export function environmentOf(
  { config: stripe }: StripeServer,
  { config: wechat }: WechatServer,
  databaseUrl: string,
  folder: string,
): Record<string, string> {
  const verifiers = Object.entries(wechat.verifiers).map((pair) => pair.join('='));
  return {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: publicUrl,
    DRAIN_SECONDS: '1',
    HEARTBEAT_SECONDS: '1',
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '1',
    QUESTIONS_PER_MINUTE: '0',
    QUESTIONS_PER_DAY: '0',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.join(','),
    STRIPE_API_HOST: stripe.apiUrl ?? '',
    WECHAT_MCHID: wechat.mchid,
    WECHAT_APPID: wechat.appid,
    WECHAT_SERIAL: wechat.serial,
    WECHAT_PRIVATE_KEY: wechat.privateKeyFile,
    WECHAT_API_KEY: wechat.apiKey,
    WECHAT_VERIFIERS: verifiers.join(','),
    WECHAT_API_HOST: wechat.apiUrl ?? '',
  };
}
