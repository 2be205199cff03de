import { resolve } from 'node:path';
import type { EnvironmentReader } from '#server/environment.ts';
import { isSafe } from '#server/gatewayConfig.ts';

/** The account at Stripe that takes payments. */
export type StripeConfig = {
  secretKey: string;
  /** Keys of the signatures of its messages: two while one replaces the other. */
  webhookSecrets: readonly string[];
  /** Where its API is; `undefined` means Stripe itself. For tests. */
  apiUrl: string | undefined;
};

/** The account at WeChat Pay that takes payments. Keys are in PEM files, whose paths stand here. */
export type WechatConfig = {
  mchid: string;
  appid: string;
  /** The serial number of our own certificate. */
  serial: string;
  privateKeyFile: string;
  /** Decrypts its messages: 32 characters. */
  apiKey: string;
  /** By id: its public key (`PUB_KEY_ID_…`), and its platform certificates while both are in use. */
  verifiers: Readonly<Record<string, string>>;
  /** Where its API is; `undefined` means WeChat itself. For tests. */
  apiUrl: string | undefined;
};

/** The accounts that take payments; without one it is not offered. */
export type PaymentConfig = {
  stripe?: StripeConfig | undefined;
  wechat?: WechatConfig | undefined;
};

/** Reads the accounts that take payments. Their messages come to `publicUrl`. */
export function readPayments(
  read: EnvironmentReader,
  problems: string[],
  publicUrl: string,
): PaymentConfig {
  const wechat = readWechat(read, problems);
  if (wechat && wechat.apiUrl === undefined && !publicUrl.startsWith('https:')) {
    problems.push('WeChat Pay sends its messages to https:// only: PUBLIC_URL must begin with it');
  }
  return { stripe: readStripe(read, problems), wechat };
}

const wechatNames = [
  'WECHAT_MCHID',
  'WECHAT_APPID',
  'WECHAT_SERIAL',
  'WECHAT_PRIVATE_KEY',
  'WECHAT_API_KEY',
  'WECHAT_VERIFIERS',
] as const;

/** `undefined` without keys. */
function readStripe(read: EnvironmentReader, problems: string[]): StripeConfig | undefined {
  const secretKey = read.text('STRIPE_SECRET_KEY');
  const webhookSecrets = (read.text('STRIPE_WEBHOOK_SECRET') ?? '').split(/[\s,]+/).filter(Boolean);
  const apiUrl = read.url('STRIPE_API_HOST', ['http:', 'https:']);
  if (apiUrl !== undefined && (!URL.canParse(apiUrl) || !isSafe(apiUrl))) {
    problems.push('STRIPE_API_HOST must begin with https://, except on this machine');
  }
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

/** `undefined` without an account. */
function readWechat(read: EnvironmentReader, problems: string[]): WechatConfig | undefined {
  const [mchid, appid, serial, privateKeyFile, apiKey, verifiers] = wechatNames.map((name) =>
    read.text(name),
  );
  const apiUrl = read.url('WECHAT_API_HOST', ['http:', 'https:']);
  if (apiUrl !== undefined && (!URL.canParse(apiUrl) || !isSafe(apiUrl))) {
    problems.push('WECHAT_API_HOST must begin with https://, except on this machine');
  }
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
