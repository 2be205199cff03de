import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Builder, Capabilities, Key } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';
import type { Engines } from '../../scripts/bootstrap/engines.mjs';
import type { Driver, Engine, Visitor } from './engine.ts';

/** Without a reset after its last window closed, during which the window of the next tab could not connect. */
const screenArguments = '-displayfd 1 -screen 0 1280x800x24 -nolisten tcp -noreset'.split(' ');
/** Milliseconds. */
const limits = { pageLoad: 60_000, script: 30_000 };

/** Starts the driver of WebKitGTK, on a display of its own. The driver starts a browser for each tab. */
export async function startWebKit(programs: NonNullable<Engines['webKit']>): Promise<Engine> {
  const display = spawn(programs.display, screenArguments, { stdio: ['ignore', 'pipe', 'ignore'] });
  const kill = () => display.kill('SIGKILL');
  process.once('exit', kill);
  const close = async (): Promise<void> => {
    process.off('exit', kill);
    await end(display);
  };
  try {
    const [number] = (await once(createInterface(display.stdout), 'line')) as [string];
    const service = new DriverService.Builder(programs.driver)
      .setLoopback(true)
      .setEnvironment({ ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: 'x11' })
      .build();
    const address = await service.start();
    return {
      open: (visitor) => openTab(address, visitor),
      close: async () => {
        await service.kill();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openTab(address: string, visitor: Visitor): Promise<Driver> {
  const args = ['--automation', `--enable-javascript=${visitor.hasScript}`];
  const browser = await new Builder()
    .usingServer(address)
    .withCapabilities(
      new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args } }),
    )
    .build();
  await browser.manage().setTimeouts(limits);
  if (visitor.cookies.length > 0) {
    // A cookie can be set only for the site that is open.
    await browser.get(new URL('/robots.txt', visitor.origin).href);
    for (const cookie of visitor.cookies) await browser.manage().addCookie(cookie);
  }
  const type = (keys: string) => browser.actions().sendKeys(keys).perform();
  return {
    open: (url) => browser.get(url),
    back: () => browser.navigate().back(),
    evaluate: (expression) => browser.executeScript(`return ${expression}`),
    click: (position) => browser.actions().move(position).click().perform(),
    type,
    press: (key) => type(Key[key === 'Enter' ? 'ENTER' : 'ESCAPE']),
    // WebKit's driver does not report any.
    complaints: () => [],
    close: () => browser.quit(),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
