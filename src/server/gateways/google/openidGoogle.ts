import {
  AuthorizationResponseError,
  ClientError,
  type Configuration,
  type CustomFetch,
  ResponseBodyError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { googleCallbackPath } from '#domain/login/googleSignIn.ts';
import type { GoogleConfig } from '#server/gatewayConfig.ts';
import {
  GoogleError,
  type GoogleGateway,
  type GoogleIdentity,
} from '#server/gateways/google/google.ts';
import { readAtMost } from '#server/gateways/readAtMost.ts';

/** How long each request to Google may take. */
const timeoutSeconds = 5;

/** More bytes than any configuration, key set or token response has. */
const responseMaxBytes = 1_000_000;

/** How long the discovered configuration is used before it is fetched again. */
const discoveryMilliseconds = 24 * 3_600_000;

/** Google, or any other issuer of OpenID Connect. It sends browsers back to `publicUrl`, our own origin. */
export function openidGoogle(google: GoogleConfig, publicUrl: string): GoogleGateway {
  const callbackUrl = `${publicUrl}${googleCallbackPath}`;
  const configuration = cachedDiscovery(google);
  return {
    authorizationUrl: ({ state, nonce, verifier }) =>
      withReason(async () => {
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: callbackUrl,
          scope: 'openid email',
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          // Otherwise a user who signed out would be signed in again as the same person, without a question.
          prompt: 'select_account',
        });
        return url.href;
      }),
    identify: (query, { state, nonce, verifier }) =>
      withReason(async () => {
        const current = new URL(callbackUrl);
        current.search = query.toString();
        const tokens = await authorizationCodeGrant(await configuration(), current, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return identityIn(tokens.claims());
      }),
  };
}

/** Returns a function that fetches the issuer's configuration once a day. A failure is not kept. */
function cachedDiscovery({
  issuer,
  clientId,
  clientSecret,
}: GoogleConfig): () => Promise<Configuration> {
  let cached: { configuration: Promise<Configuration>; until: number } | undefined;
  const forget = (): void => {
    cached = undefined;
  };
  return () => {
    if (cached !== undefined && cached.until > Date.now()) return cached.configuration;
    const server = new URL(issuer);
    const configuration = discovery(server, clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      [customFetch]: fetchAtMost,
      execute: [
        // Checks the signature of the ID token as well, although TLS shows where it came from.
        enableNonRepudiationChecks,
        // The configuration accepts an issuer without TLS only on this machine.
        ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    });
    cached = { configuration, until: Date.now() + discoveryMilliseconds };
    configuration.catch(forget);
    return configuration;
  };
}

/** Fetches a response of at most `responseMaxBytes`, because the library reads a body of any size. */
const fetchAtMost: CustomFetch = async (url, options) => {
  // The library's own type of the same options.
  const response = await fetch(url, options as RequestInit);
  const text = await readAtMost(response.body, responseMaxBytes, options.signal);
  if (text === undefined) throw new GoogleError('unreachable', 'Google sent too much');
  const { status, headers } = response;
  return new Response(text === '' ? null : text, { status, headers });
};

function identityIn(claims: Readonly<Record<string, unknown>> | undefined): GoogleIdentity {
  const { iss, sub, email, email_verified: verified } = claims ?? {};
  if (typeof iss !== 'string' || typeof sub !== 'string' || typeof email !== 'string') {
    throw new GoogleError('refused', 'The ID token names no e-mail address');
  }
  return { issuer: iss, subject: sub, email, isEmailVerified: verified === true };
}

async function withReason<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof GoogleError ? error : toGoogleError(error);
  }
}

function toGoogleError(error: unknown): GoogleError {
  if (error instanceof AuthorizationResponseError) {
    // Its text is not used: it came in the query, which anyone may write.
    const isCancelled = error.error === 'access_denied';
    return new GoogleError(isCancelled ? 'cancelled' : 'refused', 'Google sent an error back');
  }
  if (error instanceof ResponseBodyError) {
    const reason = error.status >= 500 ? 'unreachable' : 'refused';
    return new GoogleError(reason, `The token request ended with status ${error.status}`);
  }
  if (error instanceof ClientError && isAboutContent(error.code)) {
    return new GoogleError('refused', `A check failed: ${error.code}`);
  }
  const { code = 'no code' } = error as { code?: string };
  return new GoogleError('unreachable', `Google could not be asked (${code})`);
}

/** Whether an error of the client library is about the content of a callback or a token. */
function isAboutContent(code: string | undefined): boolean {
  return /^OAUTH_(?:INVALID_RESPONSE|JWT_|MISSING_|KEY_|UNSUPPORTED_)/.test(code ?? '');
}
