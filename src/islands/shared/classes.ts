/** The classes of text fields in all islands. The classes of buttons are in `styles/base.css`. */
export const field =
  'min-h-10 touch:min-h-11 w-full min-w-0 rounded-small border border-line-strong bg-surface px-3 text-16 text-ink placeholder:text-faint aria-invalid:border-negative';

/** The last line of a dialog, which names the failure. */
export const dialogProblem = 'mt-4 text-14 text-negative';

/** A button within text, without a frame. */
export const smallButton =
  'inline-flex min-h-8 touch:min-h-11 cursor-pointer items-center gap-1.5 rounded-small px-2 text-14 text-soft hover:bg-sunken hover:text-ink disabled:cursor-default disabled:text-faint';

/** Returns the classes of both texts as one, without a space for an empty text. */
export function joinClasses(first: string, second = ''): string {
  return first === '' || second === '' ? first + second : `${first} ${second}`;
}
