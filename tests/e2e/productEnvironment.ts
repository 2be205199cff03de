import { issuerClient } from '../setup/googleIssuer.ts';

/** Where `google.test.ts` has the issuer in Google's place: of another site than `localhost`. */
export function googleIssuerPort(port: number): number {
  return port + 2;
}

/** Where `gptLink.test.ts` has the public pages of GPTs elsewhere. */
export function publicGptsPort(port: number): number {
  return port + 3;
}

/**
 * What the product of the end-to-end tests is told; behind it, the Llama models are answered by an upstream that repeats
 * the question, on the next port. The release and the server must be told the same.
 */
export function productEnvironment(port: number, dataDir: string): Record<string, string> {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    STARTING_CREDITS: '3',
    DRAIN_SECONDS: '1',
    // Each test says from which network it comes, so that no limit of one disturbs another.
    TRUSTED_PROXIES: '1',
    GROQ_API_KEY: 'none',
    GROQ_BASE_URL: `http://127.0.0.1:${port + 1}/openai/v1`,
    COMMUNITY_URL: 'https://community.example.org/',
    SOCIAL_URLS: 'https://social.example.org/dolores',
    // The sharing plan takes posts.
    SHARING_EVENT: '2024-01-01/2999-12-31',
    SUPPORT_EMAIL: 'support@example.org',
    SELLER_COUNTRY: 'DE',
    WEB_TEST_ADDRESSES: `127.0.0.1:${publicGptsPort(port)}`,
    GPT_LINKS_ORIGIN: `http://127.0.0.1:${publicGptsPort(port)}`,
    GOOGLE_ISSUER: `http://127.0.0.1:${googleIssuerPort(port)}`,
    GOOGLE_CLIENT_ID: issuerClient.clientId,
    GOOGLE_CLIENT_SECRET: issuerClient.clientSecret,
  };
}
