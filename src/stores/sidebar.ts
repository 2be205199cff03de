import { atom } from 'nanostores';

/** Whether the chat sidebar is open as a drawer, which it is on narrow screens only. */
export const $sidebarOpen = atom(false);

/** Whether it was put away on a wide screen, where it stands beside the chat else. */
export const $sidebarAway = atom(false);

/** The drawer is a step of its own in the history, so that Back closes it. */
type DrawerStep = { sidebar: true };

export function openSidebar(): void {
  if (!isDrawerStep()) history.pushState({ sidebar: true } satisfies DrawerStep, '');
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
  if (!isNarrow) $sidebarAway.set(!$sidebarAway.get());
  else if ($sidebarOpen.get()) closeSidebar();
  else openSidebar();
}

/** After a step back or forward: the drawer is open where it was. */
export function followDrawerStep(): void {
  $sidebarOpen.set(isDrawerStep());
}

/** Whether the current step of the history is the open drawer. */
export function isDrawerStep(): boolean {
  return (globalThis.history?.state as Partial<DrawerStep> | null)?.sidebar === true;
}
