import type { ReactNode } from 'react';

const colours = { soft: 'text-soft', warning: 'text-warning', negative: 'text-negative' };

type Props = {
  tone?: keyof typeof colours;
  icon?: ReactNode;
  /** Read out when it appears. */
  says: ReactNode;
  /** The actions of the note. */
  children?: ReactNode;
};

/** One line above the message box; where it is narrow, what one can do stands below it. */
export function Note({ tone = 'soft', icon, says, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-large bg-sunken px-4 py-2 text-14">
      {icon && <span className={`shrink-0 ${colours[tone]}`}>{icon}</span>}
      <output className="min-w-52 flex-1">{says}</output>
      {children}
    </div>
  );
}
