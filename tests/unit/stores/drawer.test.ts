import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { $route, openPath, replacePath, watchAddress } from '#stores/route/route.ts';
import { $sidebarOpen, closeSidebar, openSidebar } from '#stores/route/sidebar.ts';

type Entry = { state: unknown; path: string };

/** A history that goes back some time after it was asked to, as those of browsers do. */
class SlowHistory {
  readonly page = new EventTarget();
  entries: Entry[] = [{ state: null, path: '/en/chat/openai/gpt-4o-mini' }];
  #steps = 0;

  get state(): unknown {
    return this.entries.at(-1)?.state ?? null;
  }

  get pathname(): string {
    return this.entries.at(-1)?.path ?? '';
  }

  readonly search = '';

  pushState(state: unknown, _title: string, path = this.pathname): void {
    this.entries.push({ state, path });
  }

  replaceState(state: unknown, title: string, path = this.pathname): void {
    this.entries.pop();
    this.pushState(state, title, path);
  }

  back(): void {
    this.#steps += 1;
  }

  /** Goes back as often as it was asked to. */
  arrive(): void {
    for (; this.#steps > 0; this.#steps -= 1) {
      this.entries.pop();
      this.page.dispatchEvent(new Event('popstate'));
    }
  }
}

const [chat, other] = ['/en/chat/openai/gpt-4o-mini', '/en/chat/claude/claude-2'];

let history: SlowHistory;
let unwatch: () => void;

beforeEach(() => {
  history = new SlowHistory();
  vi.stubGlobal('history', history);
  vi.stubGlobal('location', history);
  vi.stubGlobal('window', history.page);
  unwatch = watchAddress();
});

afterEach(() => {
  unwatch();
  vi.unstubAllGlobals();
});

function paths(): string[] {
  return history.entries.map(({ path }) => path);
}

it('closes by Back, and leaves no history entry', () => {
  openSidebar();
  expect(paths()).toEqual([chat, chat]);
  closeSidebar();
  history.arrive();
  expect(paths()).toEqual([chat]);
  expect($sidebarOpen.get()).toBe(false);
});

it('stays open if it is opened again before the browser has gone back, and then closes by Back', () => {
  openSidebar();
  closeSidebar();
  openSidebar();
  history.arrive();
  expect($sidebarOpen.get()).toBe(true);
  expect(paths()).toEqual([chat, chat]);
  closeSidebar();
  openSidebar();
  closeSidebar();
  history.arrive();
  expect($sidebarOpen.get()).toBe(false);
  expect(paths()).toEqual([chat]);
});

it('shows a screen that is opened before the browser has gone back, and Back leads to the one before', () => {
  openSidebar();
  closeSidebar();
  openPath(other);
  history.arrive();
  expect($route.get()).toMatchObject({ path: other });
  expect(paths()).toEqual([chat, other]);
});

it('shows an address that is replaced before the browser has gone back', () => {
  openSidebar();
  closeSidebar();
  replacePath(other);
  history.arrive();
  expect($route.get()).toMatchObject({ path: other });
  expect(paths()).toEqual([other]);
});

it('does not wait in a page that the browser has kept meanwhile', () => {
  openSidebar();
  closeSidebar();
  history.page.dispatchEvent(new Event('pagehide'));
  openPath(other);
  expect($route.get()).toMatchObject({ path: other });
});
