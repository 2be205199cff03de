import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { WechatConfig } from '#server/paymentConfig.ts';
import type { SentMessage } from '../gatewayWorld.ts';
import { type KeyPair, newKeyPair, signLines, verifiesLines } from './wechatKeys.ts';
import {
  type WechatWorld,
  WechatRefusal,
  newWechatWorld,
  nowOf,
  payOrder,
  route,
  settleRefund,
} from './wechatWorld.ts';

/** How the server misbehaves, once for each in its list, with the next requests that match. */
export type WechatMisdeed = {
  does:
    | 'cuts the connection'
    | 'works and cuts the connection'
    | 'answers 500'
    | 'never answers'
    | 'signs wrongly'
    | 'does not sign'
    | 'signs with an unknown key'
    | 'signs an hour ago'
    | 'signs with its platform certificate';
  to?: string;
};

export type WechatServer = ReturnType<typeof controls>;

type Running = {
  world: WechatWorld;
  config: WechatConfig;
  misdeeds: WechatMisdeed[];
  requests: string[];
  /** Called with each request, before its work and after it. `after` returns whether the answer is lost. */
  hooks: { before: (call: string) => void; after: (call: string) => boolean };
  /** Seconds that the clock of its signatures is ahead of the machine's. */
  clock: { ahead: number };
  close: () => Promise<void>;
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
  const server = createServer((request, response) => void answer(running, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const running: Running = {
    world: newWechatWorld(),
    config: {
      mchid: '1900000109',
      appid: 'wxd678efh567hg6787',
      serial: merchant.id,
      privateKeyFile: merchant.privateFile,
      apiKey: randomBytes(16).toString('hex'),
      verifiers: { [current.id]: current.publicFile, [platform.id]: platform.publicFile },
      apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    misdeeds: [],
    requests: [],
    hooks: { before: () => undefined, after: () => false },
    clock: { ahead: 0 },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return controls(running);
}

/** What tests do at WeChat: buyers, the clock, messages. */
function controls(running: Running) {
  const { world, config } = running;
  const message = (type: string, resource: object, key = keysOf().current): SentMessage =>
    signed(JSON.stringify(notification(config, type, resource)), key, -running.clock.ahead);
  return {
    world,
    config,
    misdeeds: running.misdeeds,
    requests: running.requests,
    hooks: running.hooks,
    clock: running.clock,
    notifyUrl: 'https://dolores.example/api/payments/wechat/events',
    keys: keysOf(),
    now: () => nowOf(world),
    advance: (seconds: number) => {
      world.ahead += seconds;
    },
    pay: (number: string) => payOrder(world, number),
    settleRefund: (id: string, status: 'SUCCESS' | 'CLOSED' | 'ABNORMAL') =>
      settleRefund(world, id, status),
    message,
    /** Signs any body as a message, `secondsAgo` before now. */
    sign: (body: string, secondsAgo = 0) =>
      signed(body, keysOf().current, secondsAgo - running.clock.ahead),
    close: running.close,
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

async function answer(
  running: Running,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readText(request);
  const method = request.method ?? '';
  const path = request.url ?? '';
  const call = `${method} ${path}`;
  running.requests.push(call);
  running.hooks.before(call);
  const misdeed = takeMisdeed(running, call);
  if (misdeed === 'never answers') return;
  if (misdeed === 'cuts the connection') return void request.socket.destroy();
  const send = (status: number, value: object | undefined) => {
    if (misdeed === 'works and cuts the connection') return void request.socket.destroy();
    const text = value === undefined ? '' : JSON.stringify(value);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...proofFor(text, misdeed, -running.clock.ahead),
    });
    response.end(text);
  };
  try {
    checkSignature(running.config, request, body);
    if (misdeed === 'answers 500') throw new WechatRefusal(500, 'SYSTEM_ERROR');
    const result = route(running.world, running.config, method, path, body);
    if (method !== 'GET' && running.hooks.after(call)) return void request.socket.destroy();
    send(result === undefined ? 204 : 200, result);
  } catch (error) {
    if (!(error instanceof WechatRefusal)) throw error;
    send(error.status, { code: error.code, message: error.code });
  }
}

function proofFor(
  text: string,
  misdeed: WechatMisdeed['does'] | undefined,
  secondsAgo: number,
): Record<string, string> {
  const { current, platform, stranger } = keysOf();
  switch (misdeed) {
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

function checkSignature(config: WechatConfig, request: IncomingMessage, body: string): void {
  const header = request.headers.authorization ?? '';
  const parts = Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const { mchid, serial_no: serial, timestamp = '', nonce_str: nonce = '', signature = '' } = parts;
  const lines = [request.method ?? '', request.url ?? '', timestamp, nonce, body];
  const isOurs = mchid === config.mchid && serial === config.serial;
  if (
    !header.startsWith('WECHATPAY2-SHA256-RSA2048 ') ||
    !isOurs ||
    !verifiesLines(lines, signature, keysOf().merchant)
  ) {
    throw new WechatRefusal(401, 'SIGN_ERROR');
  }
}

function takeMisdeed({ misdeeds }: Running, call: string) {
  const index = misdeeds.findIndex(({ to }) => call.startsWith(to ?? ''));
  return index === -1 ? undefined : misdeeds.splice(index, 1)[0]?.does;
}
