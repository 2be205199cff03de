import { join } from 'node:path';
import { siteOperator } from '../../fixtures/siteOperator.ts';
import { issuerClient } from '../googleIssuer.ts';

/** Where `google.test.ts` has the issuer in Google's place: of another site than `localhost`. */
export function googleIssuerPort(port: number): number {
  return port + 2;
}

/** Where `gptLink.test.ts` has the public pages of GPTs elsewhere. */
export function publicGptsPort(port: number): number {
  return port + 3;
}

/** The folder of the posts of the site in a data folder. */
export function blogFolder(dataDir: string): string {
  return join(dataDir, 'test-blog');
}

/** The last day of the sharing event, and credits of a new account. */
export const sharingEnds = '2999-12-31';
export const startingCredits = 3;

/**
 * The environment of the product that publishes the site of the tests and serves it to the end-to-end tests. The Llama
 * models are answered by an upstream that repeats the question, on the next port. The release and the server must have the
 * same environment, or the server publishes again.
 */
export function productEnvironment(port: number, dataDir: string): Record<string, string> {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    BLOG_FOLDER: blogFolder(dataDir),
    STARTING_CREDITS: String(startingCredits),
    NODE_OPTIONS: `--import=${import.meta.resolve('../lastingPromotion.ts')}`,
    // A long run makes more accounts than a day allows.
    STARTS_PER_DAY: '0',
    DRAIN_SECONDS: '1',
    // Each test says from which network it comes, so that no limit of one disturbs another.
    TRUSTED_PROXIES: '1',
    GROQ_API_KEY: 'none',
    GROQ_BASE_URL: `http://127.0.0.1:${port + 1}/openai/v1`,
    COMMUNITY_URL: siteOperator.communityUrl,
    SOCIAL_URLS: siteOperator.socialUrls.join(','),
    // The sharing plan takes posts.
    SHARING_EVENT: `2024-01-01/${sharingEnds}`,
    SUPPORT_EMAIL: siteOperator.supportEmail,
    SELLER: siteOperator.seller,
    SELLER_COUNTRY: siteOperator.sellerCountry,
    QQ_PICTURE: siteOperator.qqPicture,
    WEB_TEST_ADDRESSES: `127.0.0.1:${publicGptsPort(port)}`,
    GPT_LINKS_ORIGIN: `http://127.0.0.1:${publicGptsPort(port)}`,
    GOOGLE_ISSUER: `http://127.0.0.1:${googleIssuerPort(port)}`,
    GOOGLE_CLIENT_ID: issuerClient.clientId,
    GOOGLE_CLIENT_SECRET: issuerClient.clientSecret,
  };
}
