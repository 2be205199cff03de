import type { Browser, BrowserContext, Page } from 'playwright';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import type { Cookies } from './people.ts';

export type OpenedPage = {
  page: Page;
  setTouch: (isTouch: boolean) => Promise<void>;
  /** Returns the window as a PNG. Playwright’s own needs a tenth more time, because it compresses more. */
  takeScreenshot: () => Promise<Buffer>;
};

export type Opener = { open: (language: Language, cookies: Cookies) => Promise<OpenedPage> };

/**
 * Opens empty pages for visits, one at a time. Their code and fonts are in the browser's cache from the second visit on;
 * cookies and storage are those of a new visitor.
 */
export function createOpener(browser: Browser, url: string): Opener {
  const contexts = new Map<Language, BrowserContext>();
  return {
    open: async (language, cookies) => {
      const context = contexts.get(language) ?? (await createContext(browser, url, language));
      contexts.set(language, context);
      await context.clearCookies();
      await context.addCookies(cookies);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      const { origin } = new URL(url);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
      const setTouch = async (enabled: boolean) => {
        await session.send('Emulation.setTouchEmulationEnabled', { enabled });
      };
      const takeScreenshot = async () => {
        const { data } = await session.send('Page.captureScreenshot', {
          format: 'png',
          optimizeForSpeed: true,
        });
        return Buffer.from(data, 'base64');
      };
      return { page, setTouch, takeScreenshot };
    },
  };
}

function createContext(browser: Browser, url: string, language: Language): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: url,
    locale: languageTags[language],
    reducedMotion: 'reduce',
  });
}
