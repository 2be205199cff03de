import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The code of the newest mail to an address, from the development mailbox of the running server. */
export async function readCode(email: string): Promise<string> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? '';
  const { mailbox_url: mailbox } = JSON.parse(
    readFileSync(join(dataDir, 'server.json'), 'utf8'),
  ) as {
    mailbox_url: string;
  };
  const url = new URL(`latest.json?to=${encodeURIComponent(email)}`, mailbox);
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const response = await fetch(url);
        const mail = response.ok ? ((await response.json()) as { text: string }) : undefined;
        code = /\b\d{4}\b/.exec(mail?.text ?? '')?.[0];
        return code;
      },
      { message: 'a code arrives' },
    )
    .toBeDefined();
  return code ?? '';
}
