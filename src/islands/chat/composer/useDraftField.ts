import { $draft, editDraft } from '#stores/drafts/drafts.ts';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Binds a text field to the draft as an uncontrolled field. Text typed before hydration stays, with focus and selection,
 * and typing never waits for a render.
 */
export function useDraftField(): {
  field: RefObject<HTMLTextAreaElement | null>;
  onInput: () => void;
} {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const box = field.current;
    if (box && box.value !== '' && $draft.get().key === undefined) editDraft(box.value);
  }, []);
  useEffect(
    () =>
      $draft.subscribe(({ text }) => {
        const box = field.current;
        if (!box) return;
        if (box.value !== text) box.value = text;
        grow(box);
      }),
    [],
  );
  return { field, onInput: () => editDraft(field.current?.value ?? '') };
}

/** Makes the field as high as its text, in browsers that do not do it themselves. */
function grow(box: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
