/** Whether the main pointer is a finger, so that there is probably no keyboard but the one on the screen. */
export function isTouch(): boolean {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
}
