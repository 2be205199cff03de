import { $route } from '#stores/route/route.ts';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';

/** The classes of a row of the sidebar: low for a mouse, so that ten conversations fit below the entries. */
export const row =
  'flex min-h-8 touch:min-h-11 items-center gap-3 rounded-small px-3 py-1 text-[0.9375rem] leading-snug';

type Props = {
  href: string;
  tip?: string | undefined;
  /** Whether another link to the same screen is marked instead. */
  isQuiet?: boolean;
  className?: string;
  children: ReactNode;
};

/** A link of the sidebar. The link to the open screen is marked. */
export function SidebarLink({ href, tip, isQuiet = false, className = '', children }: Props) {
  const current = useStore($route)?.path === href && !isQuiet;
  return (
    <a
      href={href}
      title={tip}
      aria-current={current ? 'page' : undefined}
      className={`${row} hover:bg-line aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent ${className}`}
    >
      {children}
    </a>
  );
}
