import { sessionHint } from '#stores/account/hint.ts';
import { newId } from '#stores/browser/newId.ts';
import { store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/** Whether the chat sidebar is open as a drawer, which it is on narrow screens only. */
export const $sidebarOpen = atom(false);

/**
 * The drawer is a step of its own in the history, so that Back closes it. The step below it has a name, by which what
 * happens in the drawer can give it another address.
 */
type Step = { sidebar: true; below: string } | { name: string };

/** Addresses that steps below a drawer got from there, by the name of the step. */
const moved = new Map<string, string>();

export function openSidebar(): void {
  if (!isDrawerStep()) {
    const name = newId();
    history.replaceState({ name } satisfies Step, '');
    history.pushState({ sidebar: true, below: name } satisfies Step, '');
  }
  $sidebarOpen.set(true);
}

export function closeSidebar(): void {
  if (!$sidebarOpen.get()) return;
  $sidebarOpen.set(false);
  if (isDrawerStep()) history.back();
}

/** Closes the drawer on the way to another screen, which takes the drawer’s place in the history. */
export function leaveSidebar(): void {
  $sidebarOpen.set(false);
}

/** Opens or closes the drawer of a narrow screen; on a wide one, puts the sidebar away or brings it back. */
export function toggleSidebar(isNarrow: boolean): void {
  if (!isNarrow) putAwayOrBack();
  else if ($sidebarOpen.get()) closeSidebar();
  else openSidebar();
}

/** Gives the current step another address; an open drawer stays open, and the step below it goes along. */
export function replaceStep(path: string): void {
  const step = currentStep();
  const isDrawer = step !== null && 'sidebar' in step;
  if (isDrawer) moved.set(step.below, path);
  history.replaceState(isDrawer ? step : null, '', path);
}

/** After a step back or forward: the drawer is open where it was. */
export function followDrawerStep(): void {
  const step = currentStep();
  const path = step && 'name' in step ? moved.get(step.name) : undefined;
  if (path !== undefined) replaceStep(path);
  $sidebarOpen.set(isDrawerStep());
}

/** Whether the current step of the history is the open drawer. */
export function isDrawerStep(): boolean {
  const step = currentStep();
  return step !== null && 'sidebar' in step;
}

/** Kept for who is signed in. Class and key are those of `layouts/ChatLayout.astro`, which sets it before paint. */
function putAwayOrBack(): void {
  const isAway = document.documentElement.classList.toggle('sidebar-away');
  store(`sidebar-away:${sessionHint() ?? ''}`, isAway ? 'true' : undefined);
}

function currentStep(): Step | null {
  return (globalThis.history?.state ?? null) as Step | null;
}
