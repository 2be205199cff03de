import { type Browser, type Page, launch } from 'puppeteer-core';
import { chromiumArguments } from '../setup/chromiumArguments.ts';
import type { Driver, Engine, Visitor } from './engine.ts';

const settings = {
  headless: true,
  defaultViewport: { width: 1280, height: 800 },
  timeout: 60_000,
  protocolTimeout: 60_000,
  // Kills also a browser that is still starting. Puppeteer's own handlers only ask a browser to close, without waiting
  // for it.
  signal: killedWithUs(),
  handleSIGTERM: false,
  handleSIGHUP: false,
};

/** Starts Chromium, which Puppeteer drives over the DevTools protocol. */
export async function startChromium(executablePath: string): Promise<Engine> {
  const args = [...chromiumArguments];
  const browser = await launch({ browser: 'chrome', executablePath, args, ...settings });
  return { open: (visitor) => openTab(browser, visitor), close: () => browser.close() };
}

/**
 * Starts Firefox, which Puppeteer drives over WebDriver BiDi. It has no command that turns scripts off, so a visitor
 * without script gets another Firefox, with that preference.
 */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const firefox = { ...settings, browser: 'firefox', executablePath } as const;
  const browser = await launch(firefox);
  return {
    open: async (visitor) => {
      if (visitor.hasScript) return openTab(browser, visitor);
      const other = await launch({
        ...firefox,
        extraPrefsFirefox: { 'javascript.enabled': false },
      });
      const driver = await driverOf(await other.newPage());
      return { ...driver, close: () => other.close() };
    },
    close: () => browser.close(),
  };
}

async function openTab(browser: Browser, visitor: Visitor): Promise<Driver> {
  const context = await browser.createBrowserContext();
  const { hostname: domain } = new URL(visitor.origin);
  await context.setCookie(
    ...visitor.cookies.map(({ name, value }) => ({ name, value, domain, path: '/' })),
  );
  const page = await context.newPage();
  if (!visitor.hasScript) await page.setJavaScriptEnabled(false);
  return { ...(await driverOf(page)), close: () => context.close() };
}

async function driverOf(page: Page): Promise<Driver> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.evaluateOnNewDocument(reportViolations);
  const arrival = { waitUntil: 'domcontentloaded' } as const;
  return {
    open: async (url) => void (await page.goto(url, arrival)),
    back: async () => void (await page.goBack(arrival)),
    evaluate: (expression) => page.evaluate(expression),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    complaints: () => complaints,
    close: () => page.close(),
  };
}

/** Runs in the page. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    reportError(new Error(`${violatedDirective} refused ${blockedURI}`));
  });
}

/** Browsers have process groups of their own, which a signal to the group of the tests does not reach. */
function killedWithUs(): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGTERM', 'SIGHUP']) process.once(name, () => ending.abort());
  return ending.signal;
}
