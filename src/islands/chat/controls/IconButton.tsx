import { joinClasses } from '#islands/shared/classes.ts';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string;
  /** Icons with classes of their own are children instead. */
  icon?: LucideIcon;
  /** Pixels. */
  size?: number;
  /** Whether a mouse over the button shows its label. A `title` has more than that. */
  hasTip?: boolean;
  look?: 'icon-button' | 'message-button';
};

/** A button that shows an icon in place of its label. */
export function IconButton({
  label,
  icon: Icon,
  size = 18,
  hasTip = false,
  look = 'icon-button',
  className,
  children,
  ...button
}: Props) {
  return (
    <button
      type="button"
      className={joinClasses(look, className)}
      aria-label={label}
      title={hasTip ? label : undefined}
      {...button}
    >
      {Icon && <Icon aria-hidden="true" size={size} />}
      {children}
    </button>
  );
}
