import type { BrowserContext, Page } from 'playwright';

/** The page's own measurements; times are milliseconds since it began to load. */
export type Observed = {
  /** When the message box showed the price of a question: all of it works then. */
  alive: number;
  /** When Enter was pressed last, and when the first words that came after it were on the screen. */
  enter: number;
  firstToken: number;
  /** How long it took from pressing a key until the page could do something about it, at most. */
  longestKeyDelay: number;
  longestTask: number;
  /** The text whose appearance is waited for, and when it was on the screen. */
  wanted: string;
  appeared: number;
  clicked: number;
};

declare global {
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var observedChat: Observed | undefined;
}

/** Watches every page of a context from its first moment on. */
export async function observeChat(context: BrowserContext): Promise<void> {
  await context.addInitScript(observe);
}

export async function readObserved(page: Page): Promise<Observed> {
  const seen = await page.evaluate(() => globalThis.observedChat);
  if (!seen) throw new Error(`Nothing was observed on ${page.url()}`);
  return seen;
}

/** Forgets the longest ones so far. */
export async function forgetLongest(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (!globalThis.observedChat) return;
    globalThis.observedChat.longestTask = 0;
    globalThis.observedChat.longestKeyDelay = 0;
  });
}

/** Runs in the page, so it can use nothing from outside. */
function observe(): void {
  const seen: Observed = {
    alive: 0,
    enter: 0,
    firstToken: 0,
    longestKeyDelay: 0,
    longestTask: 0,
    wanted: '',
    appeared: 0,
    clicked: 0,
  };
  globalThis.observedChat = seen;
  const answers = new WeakSet<Element>();
  const onScreen = (then: (time: number) => void): void => {
    requestAnimationFrame(() => setTimeout(() => then(performance.now())));
  };
  addEventListener(
    'keydown',
    (event) => {
      seen.longestKeyDelay = Math.max(seen.longestKeyDelay, performance.now() - event.timeStamp);
      if (event.key !== 'Enter') return;
      seen.enter = event.timeStamp;
      seen.firstToken = 0;
      for (const answer of document.querySelectorAll('.answer')) answers.add(answer);
    },
    { capture: true },
  );
  addEventListener('click', (event) => (seen.clicked = event.timeStamp), { capture: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.longestTask = Math.max(seen.longestTask, duration);
    }
  }).observe({ type: 'longtask' });
  const look = (): void => {
    if (seen.enter > 0 && seen.firstToken === 0) {
      const bare = document.querySelector('pre.answer');
      const all = [...document.querySelectorAll('.answer')];
      const isThere = all.some((one) => (one === bare || !answers.has(one)) && one.textContent);
      if (isThere) {
        seen.firstToken = -1;
        onScreen((time) => (seen.firstToken = time));
      }
    }
    if (seen.wanted !== '' && seen.appeared === 0) {
      if (document.querySelector('ol')?.textContent.includes(seen.wanted)) {
        seen.appeared = -1;
        onScreen((time) => (seen.appeared = time));
      }
    }
  };
  const watch = (): void => {
    const options = { subtree: true, childList: true, characterData: true };
    new MutationObserver(() => {
      if (seen.alive === 0 && document.querySelector('#message-foot > *')) {
        seen.alive = performance.now();
      }
      if ((seen.enter > 0 && seen.firstToken === 0) || (seen.wanted && !seen.appeared)) look();
    }).observe(document.documentElement, options);
  };
  addEventListener('DOMContentLoaded', watch);
}
