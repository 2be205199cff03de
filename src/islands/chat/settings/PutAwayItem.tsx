import { focusAfter, neighbourOf } from '#islands/chat/settings/focusAfter.ts';
import { Button } from '#islands/shared/Button.tsx';
import type { LucideIcon } from 'lucide-react';
import { useState, type MouseEvent, type ReactNode } from 'react';

type Props = {
  title: string;
  /** The address of the conversation, if it can be opened. */
  href?: string;
  note?: string;
  children: ReactNode;
};

/** An archived or deleted conversation: its title, a note, and buttons. */
export function PutAwayItem({ title, href, note, children }: Props) {
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 rounded-large border border-line px-3 py-1">
      <div className="min-w-0 flex-[1_1_14rem] py-1">
        <p className="truncate font-medium" dir="auto">
          {href === undefined ? (
            title
          ) : (
            <a className="inline-flex min-h-8 max-w-full items-center touch:min-h-11" href={href}>
              <span className="truncate underline-offset-2 hover:underline">{title}</span>
            </a>
          )}
        </p>
        {note !== undefined && <p className="text-12 text-faint">{note}</p>}
      </div>
      <div className="-mx-2 flex flex-wrap">{children}</div>
    </li>
  );
}

type ActionProps = {
  icon: LucideIcon;
  text: string;
  /** The conversation, for screen readers. */
  title: string;
  isDangerous?: boolean;
  /** Returns whether the conversation was removed from the list. */
  action: () => Promise<boolean>;
  /** The id of the heading that takes the focus when the list is empty. */
  headingId: string;
};

/** A button that removes its conversation from the list. The next one takes the focus. */
export function PutAwayAction({
  icon: Icon,
  text,
  title,
  isDangerous,
  action,
  headingId,
}: ActionProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const neighbour = neighbourOf(currentTarget);
    if (await action()) focusAfter(neighbour, headingId);
    else setBusy(false);
  };
  return (
    <Button
      look="small"
      className={isDangerous ? 'text-negative' : undefined}
      aria-disabled={isBusy}
      onClick={(event) => void run(event)}
    >
      <Icon aria-hidden="true" size={15} />
      <span>{text}</span>
      <span className="sr-only">{title}</span>
    </Button>
  );
}
