/** The fields of a key event that concern input methods. */
export type ComposedKey = { isComposing: boolean; keyCode: number };

/**
 * Whether a key belongs to the composition of an input method, for example the Enter that chooses a Chinese word. Safari
 * ends the composition before it sends that key, and marks it with the code 229 only.
 */
export function isOfComposition({ isComposing, keyCode }: ComposedKey): boolean {
  return isComposing || keyCode === 229;
}

/** Whether a change of a field belongs to a composition, which may still change or withdraw it. */
export function isComposedInput(event: Event): boolean {
  return 'isComposing' in event && event.isComposing === true;
}
