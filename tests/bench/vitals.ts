import type { BrowserContext, Page } from 'playwright';

export type Vitals = {
  firstContentfulPaint: number;
  /** Milliseconds after the navigation began. */
  largestContentfulPaint: number;
  /** The element, as `tag.class`. */
  largestElement: string;
  /** Sum of the time of long tasks after the first paint beyond 50 ms each: Lighthouse’s definition. */
  totalBlockingTime: number;
  /** The same for all long tasks, those before the first paint included. */
  blockingTimeFromStart: number;
  cumulativeLayoutShift: number;
  /** The elements that moved, for repairs. */
  shifted: string[];
};

type Observed = {
  paint: number;
  largest: { time: number; element: string };
  longTasks: { start: number; duration: number }[];
  shifts: { value: number; elements: string[] }[];
};

declare global {
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var observedVitals: Observed | undefined;
}

type ShiftEntry = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
};

const longTask = 50;

/** Watches every page of a context from its first moment on. */
export async function watchVitals(context: BrowserContext): Promise<void> {
  await context.addInitScript(observe);
}

export async function readVitals(page: Page): Promise<Vitals> {
  const seen = await page.evaluate(() => globalThis.observedVitals);
  if (!seen) throw new Error(`Nothing was observed on ${page.url()}`);
  return {
    firstContentfulPaint: seen.paint,
    largestContentfulPaint: seen.largest.time,
    largestElement: seen.largest.element,
    totalBlockingTime: blockingTime(seen, seen.paint),
    blockingTimeFromStart: blockingTime(seen, 0),
    cumulativeLayoutShift: seen.shifts.reduce((sum, { value }) => sum + value, 0),
    shifted: [...new Set(seen.shifts.flatMap(({ elements }) => elements))],
  };
}

function blockingTime({ longTasks }: Observed, from: number): number {
  return longTasks
    .map(({ start, duration }) => start + duration - Math.max(start, from) - longTask)
    .reduce((sum, beyond) => sum + Math.max(0, beyond), 0);
}

/** Runs in the page, so it can use nothing from outside. */
function observe(): void {
  const seen: Observed = {
    paint: 0,
    largest: { time: 0, element: '' },
    longTasks: [],
    shifts: [],
  };
  globalThis.observedVitals = seen;
  const nameOf = (node: Node | null | undefined): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return 'something removed';
    const id = element.id && `#${element.id}`;
    return `${element.localName}${id}${[...element.classList].map((name) => `.${name}`).join('')}`;
  };
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
    observer.observe({ type, buffered: true });
  };
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paint = startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    const { element } = entry as PerformanceEntry & { element: Element | null };
    seen.largest = { time: entry.startTime, element: nameOf(element) };
  });
  watch('longtask', ({ startTime, duration }) => {
    seen.longTasks.push({ start: startTime, duration });
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput, sources } = entry as ShiftEntry;
    if (hadRecentInput) return;
    seen.shifts.push({ value, elements: sources.map(({ node }) => nameOf(node)) });
  });
}
