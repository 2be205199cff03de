import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { signInByMail } from '../setup/product.ts';
import type { Driver, Engine } from './engine.ts';
import { Tab } from './tab.ts';

export type Visit = {
  /** Opens a tab for a visitor whom the site does not know, after it has closed the tab before. */
  asStranger(options?: { hasScript?: boolean }): Promise<Tab>;
  /** The same for a new signed-in user. */
  asUser(): Promise<Tab>;
};

/**
 * Firefox applies `default-src` to prefetched pages, other than Chromium, so it refuses the frame of AI search, which
 * the chat area prefetches: a known fault.
 */
const isKnown = (complaint: string): boolean =>
  /\bdefault-src\b.*\/search\/placeholder\b/.test(complaint);

/** Describes tests in one engine, which starts before them and ends after them; skips them without the engine. */
export function describeIn<Programs>(
  name: string,
  programs: Programs | undefined,
  start: (programs: Programs) => Promise<Engine>,
  tests: (visit: Visit) => void,
): void {
  describe.skipIf(programs === undefined)(`in ${name}`, () => {
    const { url: origin, mailboxUrl } = inject('site');
    let engine: Engine | undefined;
    let driver: Driver | undefined;
    const closeTab = async (): Promise<void> => {
      const closing = driver;
      driver = undefined;
      await closing?.close();
      const complaints = closing?.complaints() ?? [];
      expect(complaints.filter((text) => !isKnown(text))).toEqual([]);
    };
    const open = async (hasScript: boolean, cookies: { name: string; value: string }[]) => {
      await closeTab();
      driver = await engine?.open({ origin, cookies, hasScript });
      if (driver === undefined) throw new Error(`${name} has not started`);
      return new Tab(driver, origin);
    };

    beforeAll(async () => {
      if (programs !== undefined) engine = await start(programs);
    });
    afterEach(closeTab);
    afterAll(() => engine?.close());

    tests({
      asStranger: ({ hasScript = true } = {}) => open(hasScript, []),
      asUser: async () => open(true, await signInByMail({ url: origin, mailboxUrl }, newEmail())),
    });
  });
}

/** Short, because drivers type key by key. */
export function newEmail(): string {
  return `${randomUUID().slice(0, 8)}@example.org`;
}
