import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives `edit` what was typed into a field, or filled in by the browser, while it stood in the page without React.
 * Returns the ref of the field.
 */
export function useTypedEarly(edit: (value: string) => void): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  // Before React draws again, which would write the store's empty value into the field.
  useLayoutEffect(() => {
    if (input.current?.value) edit(input.current.value);
  }, [edit]);
  return input;
}
