import { sessionHint } from '#stores/browser/sessionHint.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

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

function withinWidths(width: number): number {
  return Math.round(Math.min(sidebarWidths.most, Math.max(sidebarWidths.least, width)));
}

/** Key and custom property are those of `layouts/ChatLayout.astro`, which sets the width before paint. */
function widthKey(): string {
  return `sidebar-width:${sessionHint() ?? ''}`;
}
