import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Returns the ref of a field, and calls `edit` with the text that the field had before hydration, if it had any. */
export function useEarlyInput(edit: (value: string) => void): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  // Before React renders again and writes the store's empty value into the field.
  useLayoutEffect(() => {
    if (input.current?.value) edit(input.current.value);
  }, [edit]);
  return input;
}
