import type { ClientDirective } from 'astro';

/** Events by which a visitor touches an island; the first one hydrates it. */
const touches = ['pointerdown', 'focusin', 'keydown'] as const;

/**
 * `client:interaction`: hydrates an island on the first pointer-down, focus or key inside it, then replays the click
 * that came meanwhile. With a value (the id of a dialog, popover or the like), `wake:{id}` on the document hydrates it
 * too, and `near:{id}` fetches its code ahead. `data-modules` names the files that its code imports
 * (`build/modulePreloads.ts`).
 */
const interaction: ClientDirective = (load, options, element) => {
  let loading: ReturnType<typeof load> | undefined;
  let clicked: EventTarget | null = null;

  const fetchAhead = (): void => {
    if (loading) return;
    // Side by side, instead of finding one in the other.
    for (const href of element.dataset['modules']?.split(' ') ?? []) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
      );
    }
    loading = load();
  };
  const keepClick = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    clicked = event.target;
  };
  const wake = (): void => {
    listen('removeEventListener');
    void hydrate();
  };
  const hydrate = async (): Promise<void> => {
    element.addEventListener('click', keepClick, true);
    fetchAhead();
    const start = await loading;
    await start?.();
    element.removeEventListener('click', keepClick, true);
    // React attaches its listeners at once and hydrates what a click needs before it dispatches it.
    clicked?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  };
  const listen = (change: 'addEventListener' | 'removeEventListener'): void => {
    for (const type of touches) element[change](type, wake);
    if (options.value) document[change](`wake:${options.value}`, wake);
  };
  const beginAnew = (): void => {
    loading = undefined;
    listen('addEventListener');
  };

  listen('addEventListener');
  element.addEventListener('pointerover', fetchAhead, { once: true, passive: true });
  if (options.value) document.addEventListener(`near:${options.value}`, fetchAhead, { once: true });
  // Where the code cannot be fetched, Astro hands over a start that does nothing: the next touch tries again.
  element.addEventListener('astro:hydration-error', beginAnew);
};

export default interaction;
