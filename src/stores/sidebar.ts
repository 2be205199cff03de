import { atom } from 'nanostores';

/** Whether the chat sidebar is open as a drawer; on wide screens it is always there. */
export const $sidebarOpen = atom(false);

export function openSidebar(): void {
  $sidebarOpen.set(true);
}

export function closeSidebar(): void {
  $sidebarOpen.set(false);
}
