/**
 * `<template data-module="name">` holds a module script, which does not run there. `[data-needs="name"]` marks an
 * element that needs the module: the first interaction with the element runs the script. A click on a link or toggle,
 * or a submit, that comes earlier is repeated once the module has loaded. A form with an `action` is submitted
 * normally. The mark is removed when the module has loaded, so that later clicks are not touched: a click that is
 * repeated while it is still being dispatched (like one made with the Enter key) would be lost.
 */
const modules = new Map<string, Promise<void>>();

/** Runs the module of that name once. Resolves when it has loaded, or cannot be loaded. */
export function loadModule(name: string): Promise<void> {
  const known = modules.get(name) ?? run(name);
  modules.set(name, known);
  return known;
}

function run(name: string): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-module="${name}"]`);
  const inert = template?.content.querySelector('script');
  if (!inert) return Promise.resolve();
  const script = document.importNode(inert, true);
  return new Promise((resolve) => {
    script.addEventListener('load', () => {
      for (const element of elementsNeeding(name)) delete element.dataset['needs'];
      resolve();
    });
    script.addEventListener('error', () => {
      modules.delete(name);
      script.remove();
      resolve();
    });
    document.head.append(script);
  });
}

function elementsNeeding(name: string): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>(`[data-needs="${name}"]`);
}

/** Runs the modules that the target of the event and its ancestors need. */
function loadNeeded(event: Event): void {
  let element = closestNeeding(event.target);
  while (element) {
    void loadModule(element.dataset['needs'] ?? '');
    element = closestNeeding(element.parentElement);
  }
}

/** Repeats a click when its module has loaded. A click that opens a tab or window, or saves, is left to the browser. */
async function repeatClick(event: MouseEvent): Promise<void> {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const target = (event.target as Element).closest<HTMLElement>('a, [aria-pressed]');
  const element = closestNeeding(event.target);
  const name = element?.dataset['needs'];
  if (!element || !name || !target) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await loadModule(name);
  delete element.dataset['needs'];
  target.click();
}

/** Repeats a submit when its module has loaded. A form with an `action` works without the module. */
async function repeatSubmit(event: SubmitEvent): Promise<void> {
  const form = event.target as HTMLFormElement;
  const name = form.dataset['needs'];
  if (!name || form.hasAttribute('action')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await loadModule(name);
  if (!form.dataset['needs']) form.requestSubmit();
}

function closestNeeding(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-needs]') : null;
}

for (const type of ['pointerover', 'focusin', 'touchstart', 'change']) {
  addEventListener(type, loadNeeded, { passive: true });
}
addEventListener('click', (event) => void repeatClick(event), { capture: true });
addEventListener('submit', (event) => void repeatSubmit(event), { capture: true });
