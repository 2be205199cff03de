import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the ref of a field of the page's HTML, whose `value` is in a store. Calls `edit` with the text that was typed
 * before hydration, if the store has none.
 */
export function useEarlyInput(
  value: string,
  edit: (value: string) => void,
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const [, renderAgain] = useState(false);
  // Before React renders again and writes the store's empty value into the field.
  useLayoutEffect(() => {
    if (value === '' && input.current?.value) edit(input.current.value);
    // React listens to the store in a later task, unless it has to render again. A letter between the two tasks would
    // change the store but not the form, so React would put the older value back into the field.
    // oxlint-disable-next-line react/set-state-in-effect -- only an update in this phase brings the next task forward
    renderAgain(true);
  }, [value, edit]);
  return input;
}
