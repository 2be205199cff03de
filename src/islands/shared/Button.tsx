import { joinClasses, smallButton } from '#islands/shared/classes.ts';
import type { ComponentProps } from 'react';

const looks = { main: 'button', quiet: 'button button-quiet', small: smallButton };

type Props = Omit<ComponentProps<'button'>, 'type'> & { look?: keyof typeof looks };

/** A button that does not send a form. `className` is added to the classes of its look. */
export function Button({ look = 'main', className, ...button }: Props) {
  return <button type="button" className={joinClasses(looks[look], className)} {...button} />;
}
