import {
  PaymentMissingError,
  PaymentRefusedError,
  PaymentUnknownError,
} from '#server/gateways/payments/payments.ts';
import type * as Library from 'wechatpay-axios-plugin';
import type { WechatConfig } from '#server/paymentConfig.ts';

/** How long each request may take. */
const timeoutMilliseconds = 10_000;

/** More bytes than any response to these calls has. */
const maxResponseBytes = 1_000_000;

/** The body of a signed response; `undefined` if it has none. */
export type WechatBody = Readonly<Record<string, unknown>> | undefined;

export type WechatClient = {
  ask: (method: 'GET' | 'POST', path: string, body?: object) => Promise<WechatBody>;
  library: () => Promise<WechatLibrary>;
};

type WechatLibrary = typeof Library;

/**
 * Sends signed requests to WeChat Pay and accepts signed responses only. The library does not check the signature of an
 * error response, so an error never means that a payment failed.
 */
export function wechatClient(
  config: WechatConfig,
  milliseconds = timeoutMilliseconds,
): WechatClient {
  let loaded: Promise<WechatLibrary> | undefined;
  const library = () => (loaded ??= import('wechatpay-axios-plugin'));
  let connected: ReturnType<typeof connect> | undefined;
  return {
    library,
    ask: async (method, path, body) => {
      connected ??= connect(await library(), config, milliseconds);
      try {
        const { data } = await connected.request<unknown>({
          method,
          url: path,
          data: body,
          // The library's own timeout starts again with each part of a response.
          signal: AbortSignal.timeout(milliseconds),
        });
        return typeof data === 'object' && data !== null ? (data as WechatBody) : undefined;
      } catch (error) {
        throw toPaymentError(error);
      }
    },
  };
}

/** Returns a file's URL, from which the library reads a key. */
export function keyFile(path: string): string {
  return `file://${path}`;
}

function connect({ Decorator }: WechatLibrary, config: WechatConfig, milliseconds: number) {
  const { mchid, serial, privateKeyFile, verifiers, apiUrl } = config;
  // A variable, because the library's type lacks the options of its HTTP client.
  const options = {
    mchid,
    serial,
    privateKey: keyFile(privateKeyFile),
    certs: Object.fromEntries(Object.entries(verifiers).map(([id, path]) => [id, keyFile(path)])),
    ...(apiUrl === undefined ? {} : { baseURL: apiUrl }),
    timeout: milliseconds,
    maxRedirects: 0,
    maxContentLength: maxResponseBytes,
    proxy: false,
  };
  return Decorator.jsonBased(options);
}

/** Maps an error of the library to ours, without its texts and a `cause`, which contain the request with its keys. */
function toPaymentError(error: unknown): Error {
  const { response, code } = error as {
    response?: { status?: unknown; data?: unknown };
    code?: unknown;
  };
  const status = Number(response?.status);
  const refusal = (response?.data as { code?: unknown } | null | undefined)?.code;
  const named = { status, code: typeof refusal === 'string' ? refusal : code };
  const details = Object.entries(named)
    .filter(([, value]) => typeof value === 'string' || Number.isFinite(value))
    .map(([name, value]) => `${name} ${String(value).slice(0, 60)}`)
    .join(', ');
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  const Refusal = status === 404 ? PaymentMissingError : PaymentRefusedError;
  return isRefused
    ? new Refusal(`WeChat Pay refused the request (${details})`)
    : new PaymentUnknownError(`WeChat Pay could not be asked (${details})`);
}
