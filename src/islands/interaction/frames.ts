/**
 * Opens the frames that islands sleep in, before any of their code is there: dialogs on `wake:{id}`, which a click on
 * `data-opens="{id}"` dispatches; a popover that opens wakes its island. Coming near fetches the code ahead.
 */
export function openFrames(): void {
  document.addEventListener('click', (event) => dispatch('wake', openedBy(event.target)));
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    const near = (event: Event): void =>
      dispatch('near', openedBy(event.target) ?? popoverOf(event.target));
    document.addEventListener(type, near, { passive: true });
  }
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[id]')) {
    document.addEventListener(`wake:${dialog.id}`, () => {
      if (!dialog.open) dialog.showModal();
    });
  }
  // `toggle` does not bubble, but it can be caught on its way down.
  const wakePopover = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.popover || !target.id) return;
    if ((event as ToggleEvent).newState === 'open') dispatch('wake', target.id);
  };
  document.addEventListener('toggle', wakePopover, true);
}

function dispatch(type: 'wake' | 'near', id: string | undefined): void {
  if (id) document.dispatchEvent(new Event(`${type}:${id}`));
}

function openedBy(target: EventTarget | null): string | undefined {
  const opener = (target as Element | null)?.closest?.<HTMLElement>('[data-opens]');
  return opener?.dataset['opens'];
}

function popoverOf(target: EventTarget | null): string | undefined {
  const button = (target as Element | null)?.closest?.('[popovertarget]');
  return button?.getAttribute('popovertarget') ?? undefined;
}
