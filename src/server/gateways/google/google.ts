/** The secrets that bind an authorization at Google to the browser that asked for it. */
export type GoogleChecks = {
  state: string;
  nonce: string;
  /** The code verifier of PKCE. */
  verifier: string;
};

/** The person who signed in, as the ID token says. */
export type GoogleIdentity = {
  issuer: string;
  /** Google's number of the account; unlike its address it never changes. */
  subject: string;
  email: string;
  isEmailVerified: boolean;
};

export type GoogleGateway = {
  /** Returns the address at Google where the visitor signs in. Throws `GoogleError`. */
  authorizationUrl(checks: GoogleChecks): Promise<string>;
  /**
   * Exchanges the code in the query of a callback, whose state must be that of `checks`, and checks the ID token.
   * Throws `GoogleError`.
   */
  identify(query: URLSearchParams, checks: GoogleChecks): Promise<GoogleIdentity>;
};

/**
 * No identity, because the visitor declined (`cancelled`), a check failed or Google refused (`refused`), or Google did not
 * answer in time or not as it should (`unreachable`). Carries no text of Google's, so that it can be logged.
 */
export class GoogleError extends Error {
  readonly reason: 'cancelled' | 'refused' | 'unreachable';

  constructor(reason: GoogleError['reason'], detail: string) {
    super(detail);
    this.name = 'GoogleError';
    this.reason = reason;
  }
}
