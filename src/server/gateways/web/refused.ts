import type { RefusalReason, WebRefusal } from '#server/gateways/web/web.ts';

/** Ends a fetch at any depth. `createWeb` returns it to callers as a `WebRefusal`. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    reason: RefusalReason,
    of: { status?: number; retryAfter?: number | undefined } = {},
  ) {
    super(`The page was not fetched: ${reason}`);
    this.name = 'Refused';
    this.reason = reason;
    this.status = of.status;
    this.retryAfter = of.retryAfter;
  }

  toRefusal(): WebRefusal {
    return {
      kind: 'refusal',
      reason: this.reason,
      ...(this.status !== undefined && { status: this.status }),
      ...(this.retryAfter !== undefined && { retryAfter: this.retryAfter }),
    };
  }
}

/** Maps an error of `node:http`, `node:tls` or `node:zlib` to a refusal. Throws any other error. */
export function toRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const code = String(error.code);
  if (code === 'HPE_HEADER_OVERFLOW') return new Refused('too_large');
  if (/^(?:Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZLIB)/.test(code)) {
    return new Refused('encoding');
  }
  if (
    /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|EPROTO|SELF_SIGNED_|HOSTNAME_)/.test(code)
  ) {
    return new Refused('tls');
  }
  return new Refused('unreachable');
}
