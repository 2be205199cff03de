import type { ClientDirective } from 'astro';
import { dialogProblem } from '../shared/classes.ts';
import { holdBack } from './holdBack.ts';

/** Events by which a visitor touches an island; the first one hydrates it. */
const touches = ['pointerdown', 'focusin', 'keydown'] as const;

/**
 * `client:interaction`: hydrates an island on the first pointer-down, focus or key inside it, then repeats the click or
 * Enter that came meanwhile. With a value (the id of a dialog, popover or the like), `wake:{id}` on the document
 * hydrates it too, and `near:{id}` fetches its code ahead. `data-modules` names the files that its code imports
 * (`builder/modulePreloads.ts`).
 */
const interaction: ClientDirective = (load, options, element) => {
  let loading: ReturnType<typeof load> | undefined;
  let hasFailed = false;
  let note: HTMLElement | undefined;

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
  const wake = (): void => {
    listen('removeEventListener');
    void hydrate();
  };
  const hydrate = async (): Promise<void> => {
    const release = holdBack(element);
    fetchAhead();
    hasFailed = false;
    const start = await loading;
    await start?.();
    // Not before: the dialog would move under the finger that presses its button again.
    note?.remove();
    if (hasFailed) note = sayOffline(element);
    // React attaches its listeners at once and hydrates what a click needs before it dispatches it.
    release(!hasFailed);
  };
  const listen = (change: 'addEventListener' | 'removeEventListener'): void => {
    for (const type of touches) element[change](type, wake);
    if (options.value) document[change](`wake:${options.value}`, wake);
  };
  // Where the code cannot be fetched, Astro hands over a start that does nothing: the next touch tries again.
  const beginAgain = (): void => {
    hasFailed = true;
    loading = undefined;
    listen('addEventListener');
  };

  listen('addEventListener');
  element.addEventListener('pointerover', fetchAhead, { once: true, passive: true });
  if (options.value) document.addEventListener(`near:${options.value}`, fetchAhead, { once: true });
  element.addEventListener('astro:hydration-error', beginAgain);
};

/** Says in the island's dialog, if it is in one, that its code did not come. Outside of what React will take over. */
function sayOffline(element: HTMLElement): HTMLElement | undefined {
  const text = document.getElementById('page-text')?.textContent;
  const note = document.createElement('p');
  note.role = 'alert';
  note.className = dialogProblem;
  element.closest('dialog')?.append(note);
  const { messages } = JSON.parse(text ?? '{}') as { messages?: Record<string, string> };
  note.textContent = messages?.['errors.offline'] ?? '';
  return note;
}

export default interaction;
