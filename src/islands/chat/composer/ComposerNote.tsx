import type { ReactNode } from 'react';

const colours = { soft: 'text-soft', warning: 'text-warning', negative: 'text-negative' };

type Props = {
  tone?: keyof typeof colours;
  icon?: ReactNode;
  /** Screen readers read it when it appears. */
  text: ReactNode;
  /** The actions of the note. */
  children?: ReactNode;
};

/** One line above the message box. On narrow screens its actions are below the text. */
export function ComposerNote({ tone = 'soft', icon, text, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-large bg-sunken px-4 py-2 text-14">
      {icon && <span className={`shrink-0 ${colours[tone]}`}>{icon}</span>}
      <output className="min-w-52 flex-1">{text}</output>
      {children}
    </div>
  );
}
