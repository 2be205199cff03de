import type { ClientDirective } from 'astro';
import { dialogProblem } from '../shared/classes.ts';
import { loadDialogTexts } from '#stores/browser/dialogTexts.ts';
import { requestPage } from '#stores/browser/reachPage.ts';
import { deferAction } from './deferAction.ts';
import { parseTrusted } from '#domain/json.ts';

/** The events inside an island that hydrate it. */
const hydratingEvents = ['pointerdown', 'focusin', 'keydown'] as const;

/**
 * The directive `client:interaction`. It hydrates an island on the first pointer-down, focus or key inside it, then
 * repeats the click or Enter that came during hydration. The value is the id of a dialog or popover: the event `wake:{id}`
 * on the document hydrates the island too, and `near:{id}` fetches its code ahead. `data-modules` names the files that
 * the code imports (`builder/modulePreloads.ts`).
 */
const interaction: ClientDirective = (load, options, element) => {
  let loading: Promise<[Awaited<ReturnType<typeof load>>, void] | void> | undefined;
  let hasFailed = false;
  let note: HTMLElement | undefined;

  const fetchCode = async () => {
    // Chromium never fetches a module again that it could not fetch once.
    if (!navigator.onLine) await requestPage();
    // All at once. Without this, each file would be found only after the one that imports it.
    for (const href of element.dataset['modules']?.split(' ') ?? []) {
      document.head.append(newElement('link', { rel: 'modulepreload', href }));
    }
    return load();
  };
  const fetchAhead = (): void => {
    loading ??= Promise.all([fetchCode(), loadDialogTexts()]).catch(onError);
  };
  const onTouch = (): void => {
    listen('removeEventListener');
    void hydrate();
  };
  const hydrate = async (): Promise<void> => {
    const endDeferring = deferAction(element);
    fetchAhead();
    hasFailed = false;
    const [start] = (await loading) ?? [];
    await start?.();
    // Not earlier: removing the note moves the dialog under the finger that presses the button again.
    note?.remove();
    if (hasFailed) {
      note = await showFailure(element);
      listen('addEventListener');
    }
    // React attaches its listeners at once, and hydrates the target of a click before it dispatches the click.
    endDeferring(!hasFailed);
  };
  const listen = (change: 'addEventListener' | 'removeEventListener'): void => {
    for (const type of hydratingEvents) element[change](type, onTouch);
    document[change](`wake:${options.value}`, onTouch);
  };
  // When the code cannot be fetched, Astro passes a start function that does nothing. The next touch tries again.
  const onError = (): void => {
    hasFailed = true;
    loading = undefined;
  };

  listen('addEventListener');
  element.addEventListener('pointerover', fetchAhead, { once: true });
  document.addEventListener(`near:${options.value}`, fetchAhead);
  element.addEventListener('astro:hydration-error', onError);
};

/**
 * Says in the dialog around the island, if there is one, that the code could not be fetched: either nothing can be, or the
 * code is gone because another version was published. The note is outside of the elements that React will hydrate.
 */
async function showFailure(element: HTMLElement): Promise<HTMLElement> {
  // The page can be loaded again, but not its code.
  const isOutdated = (await requestPage().catch(() => undefined))?.ok;
  const text = document.getElementById('page-text')?.textContent;
  const { messages } = parseTrusted<{ messages?: Record<string, string> }>(text ?? '{}');
  const note = newElement('p', {
    role: 'alert',
    className: dialogProblem,
    textContent: messages?.[isOutdated ? 'errors.new_version' : 'errors.offline'] ?? '',
  });
  element.closest('dialog')?.append(note);
  if (isOutdated) {
    const button = newElement('button', {
      className: 'button button-quiet',
      textContent: messages?.['errors.reload'] ?? '',
      onclick: () => location.reload(),
    });
    note.append(' ', button);
  }
  return note;
}

function newElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

export default interaction;
