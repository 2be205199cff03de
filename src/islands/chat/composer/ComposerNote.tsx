import type { ReactNode } from 'react';

type Props = {
  icon?: ReactNode;
  /** The class of the icon's colour. */
  iconColour?: string;
  /** Screen readers read it when it appears. */
  text: ReactNode;
  /** The actions of the note. */
  children?: ReactNode;
};

/** One line above the message box. On narrow screens its actions are below the text. */
export function ComposerNote({ icon, iconColour = 'text-soft', text, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-large bg-sunken px-4 py-2 text-14">
      {icon && <span className={`shrink-0 ${iconColour}`}>{icon}</span>}
      <output className="min-w-52 flex-1">{text}</output>
      {children}
    </div>
  );
}
