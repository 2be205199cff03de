import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '../../setup/localStorage.ts';
import {
  $sidebarWidth,
  resizeSidebar,
  restoreSidebarWidth,
  widestSidebar,
} from '#stores/route/sidebarWidth.ts';

let stored: Record<string, string>;
const style = { setProperty: vi.fn(), removeProperty: vi.fn() };

beforeEach(() => {
  stored = {};
  vi.stubGlobal('document', { cookie: 'user_id=7', documentElement: { style } });
  stubLocalStorage(stored);
});

afterEach(() => {
  resizeSidebar(undefined);
  vi.unstubAllGlobals();
});

it.each([
  [300, 300],
  [512, 400],
  [320.4, 320],
])('stores a width of %d pixels as %d', (width, expected) => {
  resizeSidebar(width);
  expect($sidebarWidth.get()).toBe(expected);
  expect(style.setProperty).toHaveBeenLastCalledWith('--sidebar-width', `${expected}px`);
  $sidebarWidth.set(undefined);
  restoreSidebarWidth();
  expect($sidebarWidth.get()).toBe(expected);
});

it('stores nothing for the specified width', () => {
  resizeSidebar(300);
  resizeSidebar(100);
  expect($sidebarWidth.get()).toBeUndefined();
  expect(stored).toEqual({});
});

it.each([
  [1280, 400],
  [1024, 368],
  [640, 240],
])('leaves most of a window of %d pixels: at most %d', (windowWidth, expected) => {
  expect(widestSidebar(windowWidth)).toBe(expected);
});
