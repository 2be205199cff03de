import { sessionHint } from '#stores/browser/sessionHint.ts';
import { newId } from '#stores/browser/newId.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/** Whether the chat sidebar is open as a drawer, which it is on narrow screens only. */
export const $sidebarOpen = atom(false);

/** The width of the sidebar in pixels that the user chose; `undefined` for the specified 240 px. */
export const $sidebarWidth = atom<number | undefined>(undefined);

export const sidebarWidths = { least: 240, most: 400 };

/** The widest part of a window that the sidebar takes, as in `islands/chat/sidebar/Sidebar.tsx`. */
const mostOfWindow = 0.36;

/** Returns the largest width of the sidebar in a window of this width. */
export function widestSidebar(windowWidth: number): number {
  const most = Math.min(sidebarWidths.most, Math.floor(windowWidth * mostOfWindow));
  return Math.max(sidebarWidths.least, most);
}

/**
 * State of a history entry. The drawer has its own entry, so that Back closes it. The entry below the drawer has a name,
 * so that its address can be replaced while the drawer is open.
 */
type Step = { sidebar: true; below: string } | { name: string };

/** New addresses of entries below a drawer, by the name of the entry. */
const newPaths = new Map<string, string>();

/**
 * Functions to call when the history has gone back from the entry of a closed drawer, which takes the browser some time.
 * `undefined` at all other times.
 */
let waiting: (() => void)[] | undefined;

export function openSidebar(): void {
  if (!waiting && !isDrawerStep()) {
    const name = newId();
    history.replaceState({ name } satisfies Step, '');
    history.pushState({ sidebar: true, below: name } satisfies Step, '');
  }
  $sidebarOpen.set(true);
}

export function closeSidebar(): void {
  if (!$sidebarOpen.get()) return;
  $sidebarOpen.set(false);
  if (waiting || !isDrawerStep()) return;
  waiting = [];
  // The browser may keep a page while another one is open, and then no event reports that it has returned.
  window.addEventListener('pagehide', stopWaiting);
  history.back();
}

/** Calls `work` now, or after the history has gone back from the entry of a closed drawer. */
export function whenDrawerIsLeft(work: () => void): void {
  if (waiting) waiting.push(work);
  else work();
}

/** Closes the drawer before another screen opens, which replaces the drawer's history entry. */
export function leaveSidebar(): void {
  $sidebarOpen.set(false);
}

/** Opens or closes the drawer of a narrow screen; on a wide screen, hides or shows the sidebar. */
export function toggleSidebar(isNarrow: boolean): void {
  if (!isNarrow) hideOrShow();
  else if ($sidebarOpen.get()) closeSidebar();
  else openSidebar();
}

/** Replaces the address of the current history entry. An open drawer stays open; the entry below it changes, too. */
export function replaceStep(path: string): void {
  const step = currentStep();
  const isDrawer = step !== null && 'sidebar' in step;
  if (isDrawer) newPaths.set(step.below, path);
  history.replaceState(isDrawer ? step : null, '', path);
}

/** After Back or Forward: opens or closes the drawer as the history entry says, and corrects the entry's address. */
export function restoreDrawerStep(): void {
  const step = currentStep();
  const path = step && 'name' in step ? newPaths.get(step.name) : undefined;
  if (path !== undefined) replaceStep(path);
  const [works, isReopened] = [waiting ?? [], waiting !== undefined && $sidebarOpen.get()];
  waiting = undefined;
  if (isReopened) openSidebar();
  else $sidebarOpen.set(isDrawerStep());
  for (const work of works) work();
}

function stopWaiting(): void {
  waiting = undefined;
}

/** Whether the current history entry is that of the open drawer. */
export function isDrawerStep(): boolean {
  const step = currentStep();
  return step !== null && 'sidebar' in step;
}

/** Stores the choice by user. Class and key are those of `layouts/ChatLayout.astro`, which sets it before paint. */
function hideOrShow(): void {
  const isAway = document.documentElement.classList.toggle('sidebar-away');
  store(`sidebar-away:${sessionHint() ?? ''}`, isAway ? 'true' : undefined);
}

/** Reads the stored width. */
export function restoreSidebarWidth(): void {
  const width = Number(readStored(widthKey()));
  $sidebarWidth.set(width > 0 ? withinWidths(width) : undefined);
}

/** Sets the width of the sidebar, within its limits, or the specified one. Stored by user. */
export function resizeSidebar(width: number | undefined): void {
  const pixels = width === undefined ? undefined : withinWidths(width);
  const isDefault = pixels === undefined || pixels === sidebarWidths.least;
  $sidebarWidth.set(isDefault ? undefined : pixels);
  const { style } = document.documentElement;
  if (isDefault) style.removeProperty('--sidebar-width');
  else style.setProperty('--sidebar-width', `${pixels}px`);
  store(widthKey(), isDefault ? undefined : String(pixels));
}

/** Stores how many GPTs the sidebar shows, so that the next page reserves their rows before it knows them. */
export function keepShortcutCount(count: number): void {
  document.documentElement.style.setProperty('--sidebar-gpts', String(count));
  store(`sidebar-gpts:${sessionHint() ?? ''}`, count === 0 ? undefined : String(count));
}

function withinWidths(width: number): number {
  return Math.round(Math.min(sidebarWidths.most, Math.max(sidebarWidths.least, width)));
}

/** Key and custom property are those of `layouts/ChatLayout.astro`, which sets the width before paint. */
function widthKey(): string {
  return `sidebar-width:${sessionHint() ?? ''}`;
}

function currentStep(): Step | null {
  return (globalThis.history?.state ?? null) as Step | null;
}
