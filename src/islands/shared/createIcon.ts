import { type ComponentProps, type ReactElement, createElement } from 'react';

type Icon = {
  name: string;
  aliases?: readonly string[];
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
};

type Props = ComponentProps<'svg'> & { size?: number };

/**
 * Returns the component of an icon of `lucide-react`. In the bundle for browsers it takes the place of that package's own
 * function (`builder/browserIcons.ts`), which also takes colours and contexts and is five times as large. Both draw the same element,
 * because icons are part of the page's HTML.
 */
export default function createIcon({ name, aliases = [], node }: Icon) {
  const names = ['lucide', ...[name, ...aliases].map((each) => `lucide-${each}`)];
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ size = 24, className, ...others }: Props): ReactElement {
    const attributes = {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: [...names, className].join(' ').trim(),
      'aria-hidden': true,
      ...others,
    } as const;
    return createElement('svg', attributes, ...lines);
  };
}
