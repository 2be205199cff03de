import { $route } from '#stores/route/route.ts';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';

type Props = { href: string; tip?: string; children: ReactNode };

/** A link of the sidebar. The link to the open screen is marked. */
export function SidebarLink({ href, tip, children }: Props) {
  const current = useStore($route)?.path === href;
  return (
    <a
      href={href}
      title={tip}
      aria-current={current ? 'page' : undefined}
      className="flex min-h-9 touch:min-h-11 items-center gap-3 rounded-small px-3 py-1 text-[0.9375rem] hover:bg-line aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent"
    >
      {children}
    </a>
  );
}
