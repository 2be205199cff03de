/** The secrets that bind a sign-in with Google to the browser that began it. */
export type GoogleChecks = {
  state: string;
  nonce: string;
  /** The code verifier of PKCE. */
  verifier: string;
};

/** The person who signed in, from the ID token. */
export type GoogleIdentity = {
  issuer: string;
  /** Google's id of the account; unlike the address it never changes. */
  subject: string;
  email: string;
  isEmailVerified: boolean;
};

export type GoogleGateway = {
  /** Returns the address at Google where the visitor signs in. Throws `GoogleError`. */
  authorizationUrl(checks: GoogleChecks): Promise<string>;
  /**
   * Exchanges the code in the query of a callback for an ID token and checks it. The query's state must be that of
   * `checks`. Throws `GoogleError`.
   */
  identify(query: URLSearchParams, checks: GoogleChecks): Promise<GoogleIdentity>;
};

/**
 * The sign-in failed: the visitor declined (`cancelled`), a check failed or Google refused (`refused`), or there was no
 * valid response in time (`unreachable`). Contains no text from Google, so that it can be logged.
 */
export class GoogleError extends Error {
  readonly reason: 'cancelled' | 'refused' | 'unreachable';

  constructor(reason: GoogleError['reason'], detail: string) {
    super(detail);
    this.name = 'GoogleError';
    this.reason = reason;
  }
}
