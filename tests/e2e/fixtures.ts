import { randomBytes, randomUUID } from 'node:crypto';
import { type BrowserContext, type Page, expect, test as base } from '@playwright/test';
import { readCode } from './mailbox.ts';
import { ChatPage } from './pages/ChatPage.ts';
import { GptPage } from './pages/GptPage.ts';
import { HomePage } from './pages/HomePage.ts';
import { LoginDialog } from './pages/LoginDialog.ts';
import { RedeemDialog } from './pages/RedeemDialog.ts';
import { ResultsPage } from './pages/ResultsPage.ts';
import { SavedPage } from './pages/SavedPage.ts';
import { SitePage } from './pages/SitePage.ts';
import { Toasts } from './pages/Toasts.ts';

type Fixtures = {
  site: SitePage;
  home: HomePage;
  results: ResultsPage;
  gptPage: GptPage;
  login: LoginDialog;
  redeem: RedeemDialog;
  savedPage: SavedPage;
  chat: ChatPage;
  toasts: Toasts;
  /** Signs the browser in, as a new account. */
  signIn: () => Promise<Member>;
  /** The browser's reports: violations of the content security policy and uncaught errors. */
  complaints: string[];
  /**
   * Paths of the requests so far, in their order, each with its method: `GET /api/account`. Without those that pages send
   * when they are left, which `analytics.test.ts` is about.
   */
  requests: string[];
};

type Member = { email: string };

/**
 * Every test has a network of its own, and sees a page without a single violation of its content security policy and
 * without uncaught errors.
 */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': someAddress() }),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      await watch(context, complaints);
      await use(complaints);
      // A response of a test instead of the server may be on its way when the test ends.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await Promise.all(context.pages().map(unroute));
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  requests: async ({ context }, use) => {
    const requests: string[] = [];
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname !== '/api/analytics') requests.push(`${request.method()} ${pathname}`);
    });
    await use(requests);
  },
  signIn: async ({ context, baseURL }, use) => use(() => signIn(context, baseURL ?? '')),
  site: async ({ page }, use) => use(new SitePage(page)),
  home: async ({ page }, use) => use(new HomePage(page)),
  results: async ({ page }, use) => use(new ResultsPage(page)),
  gptPage: async ({ page }, use) => use(new GptPage(page)),
  login: async ({ page }, use) => use(new LoginDialog(page)),
  redeem: async ({ page }, use) => use(new RedeemDialog(page)),
  savedPage: async ({ page }, use) => use(new SavedPage(page)),
  chat: async ({ page }, use) => use(new ChatPage(page)),
  toasts: async ({ page }, use) => use(new Toasts(page)),
});

export { expect } from '@playwright/test';

export function newEmail(): string {
  return `${randomUUID()}@example.org`;
}

/** By the calls that the form makes. */
async function signIn({ request }: BrowserContext, origin: string): Promise<Member> {
  const email = newEmail();
  const headers = { origin };
  await request.get('/api/login/email', { params: { email }, headers, failOnStatusCode: true });
  const params = { email, code: await readCode(email) };
  await request.post('/api/login/email', { params, headers, failOnStatusCode: true });
  return { email };
}

async function watch(context: BrowserContext, complaints: string[]): Promise<void> {
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
  await context.exposeFunction('complain', (text: string) => complaints.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { complain } = globalThis as unknown as { complain: (text: string) => void };
      complain(
        `${event.violatedDirective} refused ${event.blockedURI} on ${location.pathname}: ${event.sample}`,
      );
    });
  });
}

/** An IPv6 network of 64 bits has limits of its own. */
export function someAddress(): string {
  const [one, two] = [randomBytes(2), randomBytes(2)].map((bytes) => bytes.toString('hex'));
  return `2001:db8:${one}:${two}::1`;
}

/** A popup may close in the meantime. */
async function unroute(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' }).catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}
