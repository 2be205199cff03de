import type { ReactNode } from 'react';

type Props = { tone?: 'soft' | 'warning' | 'negative'; icon?: ReactNode; children: ReactNode };

/** One line above the message box, with what one can do about it. */
export function Note({ tone = 'soft', icon, children }: Props) {
  const colours = { soft: 'text-soft', warning: 'text-warning', negative: 'text-negative' };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-large bg-sunken px-4 py-2 text-14">
      {icon && <span className={`shrink-0 ${colours[tone]}`}>{icon}</span>}
      {children}
    </div>
  );
}
