/** Returns the first button of the item of a list below or above the one of this button. */
export function neighbourOf(button: HTMLElement): HTMLElement | null {
  const item = button.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return neighbour?.querySelector('button') ?? null;
}

/** Moves the focus that was lost with a removed item to its neighbour, or to the first of these elements that is there. */
export function focusAfter(neighbour: HTMLElement | null, ...otherIds: readonly string[]): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    const isLost = focused === document.body || focused instanceof HTMLDialogElement;
    if (!isLost) return;
    const others = otherIds.map((id) => document.getElementById(id));
    [neighbour, ...others].find((element) => element !== null)?.focus();
  });
}
