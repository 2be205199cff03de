import { resolve } from 'node:path';
import type { EnvironmentReader } from '#server/environment.ts';

/** The operator's account at Stripe. */
export type StripeConfig = {
  secretKey: string;
  /** Secrets of the signatures of its webhooks: two while one replaces the other. */
  webhookSecrets: readonly string[];
  /** The URL of its API, for tests; `undefined` for Stripe's own. */
  apiUrl: string | undefined;
};

/** The operator's account at WeChat Pay. Paths are those of PEM files. */
export type WechatConfig = {
  mchid: string;
  appid: string;
  /** The serial number of the merchant's certificate. */
  serial: string;
  privateKeyFile: string;
  /** Decrypts its webhooks: 32 characters. */
  apiKey: string;
  /** Paths by id: its public key (`PUB_KEY_ID_…`), and its platform certificates while both are in use. */
  verifiers: Readonly<Record<string, string>>;
  /** The URL of its API, for tests; `undefined` for WeChat's own. */
  apiUrl: string | undefined;
};

/** The accounts at payment providers, by their payment method. A provider without an account is not offered. */
export type PaymentConfig = {
  stripe?: StripeConfig | undefined;
  wechat?: WechatConfig | undefined;
};

/** Reads the accounts at payment providers, which send webhooks to `publicUrl`. */
export function readPayments(read: EnvironmentReader, publicUrl: string): PaymentConfig {
  const wechat = readWechat(read);
  if (wechat && wechat.apiUrl === undefined && !publicUrl.startsWith('https:')) {
    read.problems.push(
      'WeChat Pay sends its messages to https:// only: PUBLIC_URL must begin with it',
    );
  }
  return { stripe: readStripe(read), wechat };
}

const wechatNames = [
  'WECHAT_MCHID',
  'WECHAT_APPID',
  'WECHAT_SERIAL',
  'WECHAT_PRIVATE_KEY',
  'WECHAT_API_KEY',
  'WECHAT_VERIFIERS',
] as const;

/** Returns `undefined` without keys. */
function readStripe(read: EnvironmentReader): StripeConfig | undefined {
  const { problems } = read;
  const secretKey = read.text('STRIPE_SECRET_KEY');
  const webhookSecrets = read.list('STRIPE_WEBHOOK_SECRET');
  const apiUrl = read.safeUrl('STRIPE_API_HOST');
  if ((secretKey === undefined) !== (webhookSecrets.length === 0)) {
    problems.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together');
  }
  if (
    webhookSecrets.length > 2 ||
    webhookSecrets.some((secret) => !/^whsec_.{16,}$/.test(secret))
  ) {
    problems.push('STRIPE_WEBHOOK_SECRET must be one or two secrets that begin with whsec_');
  }
  if (secretKey !== undefined && !/^[rs]k_(?:live|test)_.{16,}$/.test(secretKey)) {
    problems.push('STRIPE_SECRET_KEY must begin with sk_live_, sk_test_, rk_live_ or rk_test_');
  }
  if (secretKey === undefined || webhookSecrets.length === 0) return undefined;
  return { secretKey, webhookSecrets, apiUrl };
}

/** Returns `undefined` without an account. */
function readWechat(read: EnvironmentReader): WechatConfig | undefined {
  const { problems } = read;
  const [mchid, appid, serial, privateKeyFile, apiKey, verifiers] = wechatNames.map((name) =>
    read.text(name),
  );
  const apiUrl = read.safeUrl('WECHAT_API_HOST');
  if (!mchid || !appid || !serial || !privateKeyFile || !apiKey || !verifiers) {
    const isPartial = wechatNames.some((name) => read.text(name) !== undefined);
    if (isPartial) problems.push(`${wechatNames.join(', ')} must be set together`);
    return undefined;
  }
  if (apiKey.length !== 32) problems.push('WECHAT_API_KEY must have 32 characters');
  const files = verifiers.split(',').map((pair) => pair.trim().split('='));
  if (files.some((parts) => parts.length !== 2 || parts.some((part) => part === ''))) {
    problems.push('WECHAT_VERIFIERS must be id=file, several separated by commas');
  }
  const paths = files.map(([id = '', path = '']) => [id, resolve(path)]);
  const keys = { privateKeyFile: resolve(privateKeyFile), verifiers: Object.fromEntries(paths) };
  return { mchid, appid, serial, apiKey, apiUrl, ...keys };
}
