/** Moves the focus to the element if the focused one was removed from the page. */
export function focusWhenLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
