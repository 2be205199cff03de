/**
 * `<template data-module="name">` holds a module script, which is inert there. `[data-needs="name"]` marks what needs
 * it: the first touch of it runs the script, and a click on a link or toggle or a form sent before is repeated once the module is
 * there (a form that leads somewhere by itself goes its way). The mark goes when the module comes, so that a later click is left alone: one that is repeated while it is still being
 * dispatched (as a press of Enter is) would be lost.
 */
const modules = new Map<string, Promise<void>>();

/** Runs the module of that name, once. */
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
      for (const needy of needing(name)) delete needy.dataset['needs'];
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

function needing(name: string): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>(`[data-needs="${name}"]`);
}

/** Runs what the touched part needs, and what the parts around it do. */
function touch(event: Event): void {
  let needy = needyOf(event.target);
  while (needy) {
    void loadModule(needy.dataset['needs'] ?? '');
    needy = needyOf(needy.parentElement);
  }
}

/** A click that opens a tab or window, or saves, is the browser’s. */
async function repeatClick(event: MouseEvent): Promise<void> {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const target = (event.target as Element).closest<HTMLElement>('a, [aria-pressed]');
  const needy = needyOf(event.target);
  const name = needy?.dataset['needs'];
  if (!needy || !name || !target) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await loadModule(name);
  delete needy.dataset['needs'];
  target.click();
}

/** A form without an address of its own has only the module to answer it. */
async function repeatSubmit(event: SubmitEvent): Promise<void> {
  const form = event.target as HTMLFormElement;
  const name = form.dataset['needs'];
  if (!name || form.hasAttribute('action')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await loadModule(name);
  if (!form.dataset['needs']) form.requestSubmit();
}

function needyOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-needs]') : null;
}

for (const type of ['pointerover', 'focusin', 'touchstart', 'change']) {
  addEventListener(type, touch, { passive: true });
}
addEventListener('click', (event) => void repeatClick(event), { capture: true });
addEventListener('submit', (event) => void repeatSubmit(event), { capture: true });
