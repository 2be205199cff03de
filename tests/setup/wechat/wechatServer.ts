import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import type { RefundRecord } from '#server/gateways/payments/providerRecords.ts';
import {
  type FaultScript,
  type ProviderCall,
  type ProviderReply,
  newScript,
  startProviderServer,
} from '#server/gateways/payments/providerServer.ts';
import type { WechatConfig } from '#server/paymentConfig.ts';
import type { SentMessage } from '../gatewayHarness.ts';
import { type KeyPair, newKeyPair, signLines, verifiesLines } from './wechatKeys.ts';
import {
  type WechatState,
  WechatRefusal,
  newWechatState,
  payOrder,
  route,
  toOrder,
  toRefund,
} from './wechatOrders.ts';

/** How the server itself can fail, beside the faults of every connection. */
type WechatFault =
  | 'answers 500'
  | 'signs wrongly'
  | 'does not sign'
  | 'signs with an unknown key'
  | 'signs an hour ago'
  | 'signs with its platform certificate';

export type WechatServer = ReturnType<typeof controls> & { close: () => Promise<void> };

type Running = {
  state: WechatState;
  config: WechatConfig;
  script: FaultScript<WechatFault>;
  requests: string[];
  /** Seconds that the clock of its signatures is ahead of the machine's. */
  clock: { ahead: number };
};

/** Made once, because keys take their time. */
let keys: Record<'merchant' | 'current' | 'platform' | 'stranger', KeyPair> | undefined;

/**
 * Speaks as much of WeChat Pay's API v3 as the product uses: checks the signature of each request, signs its answers and
 * messages, by its public key or its platform certificate, and encrypts what messages are about. Built from the provider's
 * documentation; it shares no code with the gateway.
 */
export async function startWechatServer(): Promise<WechatServer> {
  keys ??= {
    merchant: newKeyPair('3775B6A45ACD588826D15E583A95F5DD1234567A'),
    current: newKeyPair('PUB_KEY_ID_0116000000000000000000000000001'),
    platform: newKeyPair('5157F09EFDC096DE15EBE81A47057A7232F1B8E1'),
    stranger: newKeyPair('7132D72A03E93CDDF8C03BBD1F37EEDF00000000'),
  };
  const { merchant, current, platform } = keys;
  const running: Running = {
    state: newWechatState(),
    config: {
      mchid: '1900000109',
      appid: 'wxd678efh567hg6787',
      serial: merchant.id,
      privateKeyFile: merchant.privateFile,
      apiKey: randomBytes(16).toString('hex'),
      verifiers: { [current.id]: current.publicFile, [platform.id]: platform.publicFile },
      apiUrl: undefined,
    },
    script: newScript(),
    requests: [],
    clock: { ahead: 0 },
  };
  const { origin, close } = await startProviderServer({
    script: running.script,
    record: ({ method, target }) => running.requests.push(`${method} ${target}`),
    respond: (call, fault) => respond(running, call, fault),
  });
  running.config.apiUrl = origin;
  return { ...controls(running), close };
}

/** The actions of tests at WeChat: buyers, the clock, messages. */
function controls(running: Running) {
  const { state, config } = running;
  const { books } = state;
  const message = (type: string, resource: object, key = keysOf().current): SentMessage =>
    signed(JSON.stringify(notification(config, type, resource)), key, -running.clock.ahead);
  return {
    ...state,
    config,
    ...running.script,
    requests: running.requests,
    clock: running.clock,
    notifyUrl: 'https://dolores.example/api/payments/wechat/events',
    keys: keysOf(),
    now: () => books.now(),
    advance: (seconds: number) => {
      books.ahead += seconds;
    },
    pay: (number: string) => payOrder(state, number),
    /** Returns an order as the provider shows it. */
    showOrder: (number: string) => toOrder(books, number, config),
    /** Returns all refunds as the provider shows them. */
    showRefunds: () => [...books.refunds.values()].map((refund) => toRefund(books, refund)),
    /** Ends a pending refund, or lets a person act. Returns it as the provider shows it. */
    settleRefund: (id: string, state: RefundRecord['state']) => {
      const refund = books.refunds.get(id);
      if (!refund) throw new Error(`No refund ${id}`);
      return toRefund(books, Object.assign(refund, { state }));
    },
    message,
    /** Signs any body as a message, `secondsAgo` before now. */
    sign: (body: string, secondsAgo = 0) =>
      signed(body, keysOf().current, secondsAgo - running.clock.ahead),
  };
}

function keysOf() {
  if (!keys) throw new Error('No server was started');
  return keys;
}

function notification({ apiKey }: WechatConfig, type: string, resource: object) {
  const nonce = randomBytes(6).toString('hex');
  const data = type.startsWith('REFUND') ? 'refund' : 'transaction';
  const cipher = createCipheriv('aes-256-gcm', apiKey, nonce).setAAD(Buffer.from(data));
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify(resource), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return {
    id: randomUUID(),
    create_time: new Date().toISOString(),
    resource_type: 'encrypt-resource',
    event_type: type,
    summary: '支付成功',
    resource: {
      original_type: data,
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: sealed.toString('base64'),
      associated_data: data,
      nonce,
    },
  };
}

function signed(body: string, key: KeyPair, secondsAgo = 0): SentMessage {
  return {
    body: new TextEncoder().encode(body),
    headers: new Headers(proof(body, key, secondsAgo)),
  };
}

/** The headers that prove an answer or a message. Their clock is the machine's, which the gateway compares. */
function proof(body: string, key: KeyPair, secondsAgo = 0): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1_000) - secondsAgo);
  const nonce = randomBytes(16).toString('hex');
  return {
    'wechatpay-timestamp': time,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': key.id,
    'wechatpay-signature': signLines([time, nonce, body], key),
  };
}

function respond(
  { state, config, clock }: Running,
  call: ProviderCall,
  fault: string | undefined,
): ProviderReply {
  const reply = (status: number, value: object | undefined, hasChanged = false): ProviderReply => {
    const body = value === undefined ? '' : JSON.stringify(value);
    const proved = proofFor(body, fault, -clock.ahead);
    return { status, headers: { 'content-type': 'application/json', ...proved }, body, hasChanged };
  };
  try {
    checkSignature(config, call);
    if (fault === 'answers 500') throw new WechatRefusal(500, 'SYSTEM_ERROR');
    const result = route(state, config, call);
    return reply(result === undefined ? 204 : 200, result, call.method !== 'GET');
  } catch (error) {
    if (!(error instanceof WechatRefusal)) throw error;
    return reply(error.status, { code: error.code, message: error.code });
  }
}

function proofFor(text: string, fault: string | undefined, secondsAgo: number) {
  const { current, platform, stranger } = keysOf();
  switch (fault) {
    case 'does not sign':
      return {};
    case 'signs wrongly':
      return proof(`${text} `, current, secondsAgo);
    case 'signs with an unknown key':
      return proof(text, stranger, secondsAgo);
    case 'signs an hour ago':
      return proof(text, current, secondsAgo + 3_600);
    case 'signs with its platform certificate':
      return proof(text, platform, secondsAgo);
    default:
      return proof(text, current, secondsAgo);
  }
}

function checkSignature({ mchid, serial }: WechatConfig, call: ProviderCall): void {
  const header = call.headers.authorization ?? '';
  const parts = Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const { timestamp = '', nonce_str: nonce = '', signature = '' } = parts;
  const lines = [call.method, call.target, timestamp, nonce, call.body];
  const isOurs = parts['mchid'] === mchid && parts['serial_no'] === serial;
  if (
    !header.startsWith('WECHATPAY2-SHA256-RSA2048 ') ||
    !isOurs ||
    !verifiesLines(lines, signature, keysOf().merchant)
  ) {
    throw new WechatRefusal(401, 'SIGN_ERROR');
  }
}
