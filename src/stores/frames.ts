/** Calls `draw` once in the next frame, however often it is asked for; in a hidden page, where no frames come, soon. */
export function oncePerFrame(draw: () => void): { ask: () => void; now: () => void } {
  let cancel: (() => void) | undefined;
  const now = (): void => {
    cancel?.();
    cancel = undefined;
    draw();
  };
  return { ask: () => void (cancel ??= schedule(now)), now };
}

function schedule(run: () => void): () => void {
  const visible = globalThis.document?.visibilityState === 'visible';
  if (visible && typeof requestAnimationFrame === 'function') {
    const frame = requestAnimationFrame(run);
    return () => cancelAnimationFrame(frame);
  }
  const timer = setTimeout(run, 50);
  return () => clearTimeout(timer);
}
