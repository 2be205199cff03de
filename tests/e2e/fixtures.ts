import { type Page, expect, test as base } from '@playwright/test';
import { ChatPage } from './pages/ChatPage.ts';
import { GptPage } from './pages/GptPage.ts';
import { HomePage } from './pages/HomePage.ts';
import { LoginDialog } from './pages/LoginDialog.ts';

type Fixtures = {
  home: HomePage;
  gptPage: GptPage;
  login: LoginDialog;
  chat: ChatPage;
  /** What the browser complained about: violations of the content security policy and uncaught errors. */
  complaints: string[];
};

/** Every test sees a page without a single violation of its content security policy and without uncaught errors. */
export const test = base.extend<Fixtures>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      await watch(page, complaints);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  home: async ({ page }, use) => use(new HomePage(page)),
  gptPage: async ({ page }, use) => use(new GptPage(page)),
  login: async ({ page }, use) => use(new LoginDialog(page)),
  chat: async ({ page }, use) => use(new ChatPage(page)),
});

export { expect } from '@playwright/test';

async function watch(page: Page, complaints: string[]): Promise<void> {
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  await page.exposeFunction('complain', (text: string) => complaints.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { complain } = globalThis as unknown as { complain: (text: string) => void };
      complain(
        `${event.violatedDirective} refused ${event.blockedURI} on ${location.pathname}: ${event.sample}`,
      );
    });
  });
}
