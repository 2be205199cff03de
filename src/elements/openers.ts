/**
 * Buttons that open dialogs and popovers do so by themselves (`commandfor`, `popovertarget`). This tells the islands
 * inside: `near:{id}` when a pointer or the focus comes near, so that their code is fetched ahead, `wake:{id}` when
 * they are opened; what a button is about (`data-subject`) goes over to the dialog. Browsers without invoker commands
 * get them here.
 */
const knowsCommands = 'commandForElement' in HTMLButtonElement.prototype;

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
  if (knowsCommands || !(dialog instanceof HTMLDialogElement)) return;
  if (target.button.getAttribute('command') === 'close') dialog.close();
  else if (!dialog.open) dialog.showModal();
}

/** A click beside a modal’s content closes it. */
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
