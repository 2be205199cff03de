import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { Config } from '#server/config.ts';
import { stripeGateway } from '#server/gateways/payments/stripe.ts';
import type { StripeConfig, WechatConfig } from '#server/paymentConfig.ts';
import { findCertificateFault } from '#server/services/doctor/certificateFault.ts';
import { fetchSite } from '#server/services/doctor/fetchSite.ts';
import {
  type ConfigCheck,
  type Finding,
  ok,
  problem,
  reasonOf,
  warning,
} from '#server/services/doctor/findings.ts';

/** Statuses of a webhook without a signature. */
const refusals = [400, 401, 403];

/** Whether payment providers take our keys, and whether their messages reach us. */
export const payments: ConfigCheck = {
  name: 'payments',
  seconds: 30,
  run: async (config) => {
    const { stripe, wechat, production } = config;
    if (!stripe && !wechat) {
      const text = 'No payment provider is set: nothing can be bought';
      return [production ? warning(text, 'Set the keys of Stripe or WeChat Pay.') : ok(text)];
    }
    const found = await Promise.all([
      stripe ? checkStripe(stripe) : [],
      wechat ? checkWechat(wechat) : [],
      stripe ? checkWebhook(config, 'stripe') : [],
      wechat ? checkWebhook(config, 'wechat') : [],
    ]);
    return found.flat();
  },
};

async function checkStripe(stripe: StripeConfig): Promise<Finding[]> {
  const isTest = /^[rs]k_test_/.test(stripe.secretKey);
  try {
    // One page of a list is read.
    for await (const _ of stripeGateway(stripe).listPaid(new Date())) break;
  } catch (error) {
    return [
      problem(
        `Stripe refuses our key: ${reasonOf(error)}`,
        'Set STRIPE_SECRET_KEY to a key of this account that was not revoked.',
      ),
    ];
  }
  if (!isTest) return [ok('Stripe takes our key')];
  return [
    warning(
      'The key of Stripe is one for tests: nobody pays',
      'Set a key that begins with sk_live_.',
    ),
  ];
}

/** WeChat Pay has no request that changes nothing, so only its files are read. */
async function checkWechat({ privateKeyFile, verifiers }: WechatConfig): Promise<Finding[]> {
  try {
    createPrivateKey(await readFile(privateKeyFile));
    for (const path of Object.values(verifiers)) createPublicKey(await readFile(path));
    return [ok('The keys of WeChat Pay can be read')];
  } catch (error) {
    return [
      problem(
        `A key of WeChat Pay cannot be read: ${reasonOf(error)}`,
        'Correct WECHAT_PRIVATE_KEY and WECHAT_VERIFIERS.',
      ),
    ];
  }
}

/** Sends a message without a signature, which our server must refuse, and a stranger's would not as ours does. */
async function checkWebhook(config: Config, method: PaymentMethod): Promise<Finding[]> {
  const path = `/api/payments/${method}/events`;
  const next = `Let the web server in front pass ${path} on unchanged.`;
  try {
    const response = await fetchSite(config, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const text = await response.text();
    if (refusals.includes(response.status) && text.includes('"error"')) {
      return [ok(`Messages of ${method} reach the server`)];
    }
    return [problem(`Messages of ${method} to ${path} get status ${response.status}`, next)];
  } catch (error) {
    const isFault = findCertificateFault(config.publicUrl, error) !== undefined;
    return [
      problem(
        `Messages of ${method} do not reach ${path}: ${reasonOf(error)}`,
        isFault ? 'Correct the certificate of PUBLIC_URL, as the check “address” says.' : next,
      ),
    ];
  }
}
