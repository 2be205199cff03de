import { type Markup, markup } from '#parts/markup.ts';

/** The icons of Lucide that parts show, as `astro-icon` draws them. A test compares them with the package. */
const bodies = {
  star: markup`<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2" d="M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.12 2.12 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.12 2.12 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.12 2.12 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.12 2.12 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.12 2.12 0 0 0 1.597-1.16z"/>`,
  'external-link': markup`<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2" d="M15 3h6v6m-11 5L21 3m-3 10v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6"/>`,
  'chevron-right': markup`<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2" d="m9 18l6-6l-6-6"/>`,
} as const;

/** Returns a decorative icon, hidden from screen readers. */
export function icon(name: keyof typeof bodies, size: number, className?: string): Markup {
  const classAttribute = className === undefined ? null : markup` class="${className}"`;
  return markup`<svg width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true"${classAttribute} data-icon="lucide:${name}">${bodies[name]}</svg>`;
}
