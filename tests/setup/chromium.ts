import { type Browser, chromium } from 'playwright';
import { findBrowser } from '../../scripts/bootstrap/browser.mjs';
import { chromiumArguments } from './chromiumArguments.ts';

type Options = {
  /** Environment variables, in addition to those of this process. */
  variables?: Record<string, string>;
  /** Finds its program. */
  find?: (env: NodeJS.ProcessEnv) => string | undefined;
  /** Arguments, in addition to `chromiumArguments`. */
  args?: readonly string[];
};

/** Starts a real Chromium without a window. Throws a readable error without one. */
export async function launchChromium({
  variables = {},
  find = findBrowser,
  args = [],
}: Options = {}): Promise<Browser> {
  const executablePath = find(process.env);
  if (executablePath === undefined) {
    throw new Error('No browser works here: set CHROMIUM_PATH to a Chromium or Chrome');
  }
  const env = { ...process.env, ...variables };
  return chromium.launch({ executablePath, args: [...chromiumArguments, ...args], env });
}
