import { type Browser, chromium } from 'playwright';
import { findBrowser } from '../../scripts/bootstrap/browser.mjs';
import { chromiumArguments } from './chromiumArguments.ts';

/**
 * Starts a real Chromium without a window, with these environment variables too, as `find` finds its program. Throws a
 * readable error without one.
 */
export async function launchChromium(
  variables: Record<string, string> = {},
  find: (env: NodeJS.ProcessEnv) => string | undefined = findBrowser,
): Promise<Browser> {
  const executablePath = find(process.env);
  if (executablePath === undefined) {
    throw new Error('No browser works here: set CHROMIUM_PATH to a Chromium or Chrome');
  }
  const env = { ...process.env, ...variables };
  return chromium.launch({ executablePath, args: [...chromiumArguments], env });
}
