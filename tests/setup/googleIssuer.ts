import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, interactionPolicy } from 'oidc-provider';

/** The claims of a person who signs in at the issuer. */
export type IssuerPerson = { email: string; email_verified: boolean };

export type GoogleIssuer = {
  url: string;
  /** The people to choose from, by the number in the ID token. */
  people: Map<string, IssuerPerson>;
  /** Whether its pages cut themselves off from the window that opened them, as a provider may do. */
  isIsolated: boolean;
  /** Lets a client send people here who come back to this address. */
  register(callbackUrl: string): void;
  close(): Promise<void>;
};

export const issuerClient = { clientId: 'dolores', clientSecret: 'the-secret-of-the-client' };

/**
 * A real OpenID provider in Google's place, on 127.0.0.1: another site than `localhost` to a browser. Its page has a button
 * for each person and one that cancels.
 */
export async function startGoogleIssuer(
  port = 0,
  key: JsonWebKey = newIssuerKey(),
): Promise<GoogleIssuer> {
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    if (issuer.isIsolated) response.setHeader('cross-origin-opener-policy', 'same-origin');
    if (provider === undefined) return void response.writeHead(503).end();
    const chosen = /^\/interaction\/([\w-]+)(?:\?as=(.*))?$/.exec(request.url ?? '');
    if (chosen === null) return void provider.callback()(request, response);
    const [, id = '', as] = chosen;
    if (request.method !== 'POST') return void response.end(choicePage(id, issuer.people));
    return void choose(provider, request, response, decodeURIComponent(as ?? ''));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: GoogleIssuer = {
    url,
    people: new Map(),
    isIsolated: false,
    register: (callbackUrl) => {
      provider = newProvider(issuer, callbackUrl, key);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return issuer;
}

/** A key to sign ID tokens with. */
export function newIssuerKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return privateKey.export({ format: 'jwk' });
}

function newProvider(issuer: GoogleIssuer, callbackUrl: string, key: JsonWebKey): Provider {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  const provider: Provider = new Provider(issuer.url, {
    clients: [
      {
        client_id: issuerClient.clientId,
        client_secret: issuerClient.clientSecret,
        redirect_uris: [callbackUrl],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['signs the cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: {
      AuthorizationCode: 60,
      AccessToken: 60,
      Grant: 600,
      IdToken: 60,
      Interaction: 600,
      Session: 600,
    },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...issuer.people.get(accountId) }),
    }),
    // Nobody is asked whether the client may know the address.
    loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string } } }) => {
      const grant = new provider.Grant({
        clientId: issuerClient.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

function choicePage(id: string, people: ReadonlyMap<string, IssuerPerson>): string {
  const button = (as: string, text: string) =>
    `<form method="post" action="/interaction/${id}?as=${encodeURIComponent(as)}"><button>${text}</button></form>`;
  return (
    '<!doctype html><meta charset="utf-8"><title>Choose an account</title><h1>Choose an account</h1>' +
    [...people].map(([subject, { email }]) => button(subject, email)).join('') +
    button('', 'Cancel')
  );
}

async function choose(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  subject: string,
): Promise<void> {
  const result =
    subject === ''
      ? { error: 'access_denied', error_description: 'The visitor cancelled' }
      : { login: { accountId: subject }, select_account: {} };
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  });
}
