import { sessionHint } from '#stores/browser/sessionHint.ts';
import { newId } from '#stores/browser/newId.ts';
import { store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/** Whether the chat sidebar is open as a drawer, which it is on narrow screens only. */
export const $sidebarOpen = atom(false);

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

/** Stores how many GPTs the sidebar shows, so that the next page reserves their rows before it knows them. */
export function keepShortcutCount(count: number): void {
  document.documentElement.style.setProperty('--sidebar-gpts', String(count));
  store(`sidebar-gpts:${sessionHint() ?? ''}`, count === 0 ? undefined : String(count));
}

function currentStep(): Step | null {
  return (globalThis.history?.state ?? null) as Step | null;
}
