import { type ComponentType, createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

type Props = Readonly<Record<string, unknown>>;

/**
 * Returns the function with which Astro hydrates an island. Smaller than that of `@astrojs/react`, because our islands are
 * always rendered into the page, and take no slots.
 */
export default function hydrator(island: HTMLElement) {
  return (component: ComponentType<Props>, props: Props): void => {
    // Astro removes it after the hydration.
    if (!island.hasAttribute('ssr')) return;
    const identifierPrefix = island.getAttribute('prefix') ?? '';
    startTransition(() => {
      hydrateRoot(island, createElement(component, props), { identifierPrefix });
    });
  };
}
