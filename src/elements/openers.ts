/**
 * Buttons open dialogs and popovers without script (`commandfor`, `popovertarget`). This module dispatches events for
 * the islands inside: `near:{id}` when the pointer or the focus reaches the button, so that their code is prefetched,
 * and `wake:{id}` when the button is pressed. It copies `data-subject` from the button to the dialog, and opens dialogs
 * in browsers that do not support invoker commands.
 */
const supportsCommands = 'commandForElement' in HTMLButtonElement.prototype;

function targetOf(event: Event): { button: HTMLElement; id: string } | undefined {
  const button = (event.target as Element | null)?.closest<HTMLElement>(
    '[commandfor], [popovertarget]',
  );
  const id = button?.getAttribute('commandfor') ?? button?.getAttribute('popovertarget');
  return button && id ? { button, id } : undefined;
}

function announceNear(event: Event): void {
  const target = targetOf(event);
  if (target) document.dispatchEvent(new Event(`near:${target.id}`));
}

function open(event: Event): void {
  const target = targetOf(event);
  if (!target) return;
  const dialog = document.getElementById(target.id);
  const { subject } = target.button.dataset;
  if (dialog && subject) dialog.dataset['subject'] = subject;
  document.dispatchEvent(new Event(`wake:${target.id}`));
  if (supportsCommands || !(dialog instanceof HTMLDialogElement)) return;
  if (target.button.getAttribute('command') === 'close') dialog.close();
  else if (!dialog.open) dialog.showModal();
}

/** Closes a modal dialog when the visitor presses the mouse outside of it. */
function closeFromBackdrop(event: MouseEvent): void {
  const { target } = event;
  if (target instanceof HTMLDialogElement && target.open && isOutside(event, target))
    target.close();
}

function isOutside({ clientX, clientY }: MouseEvent, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

for (const type of ['pointerover', 'focusin', 'touchstart']) {
  addEventListener(type, announceNear, { passive: true });
}
addEventListener('click', open);
addEventListener('mousedown', closeFromBackdrop);
