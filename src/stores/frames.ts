/** Milliseconds between two drawings: at least, so that reading is smooth; at most, so that it goes on at all. */
const shortestPause = 32;
const longestPause = 400;
/** Drawing takes at most one part in this many of the time; the rest is for typing and scrolling. */
const partsOfTime = 4;

/**
 * Calls `draw` in a frame soon after it is asked for, however often; the first time in the next one. The longer
 * drawing takes here, the rarer it is done. In a hidden page, where no frames come, timers call it.
 */
export function paced(draw: () => void): { ask: () => void; now: () => void; cancel: () => void } {
  let cancelWaiting: (() => void) | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let pause = shortestPause;
  const cancel = (): void => {
    cancelWaiting?.();
    cancelWaiting = undefined;
  };
  const now = (): void => {
    cancel();
    const start = performance.now();
    last = start;
    draw();
    afterPaint(() => {
      const cost = (performance.now() - start) * partsOfTime;
      pause = Math.min(longestPause, Math.max(shortestPause, cost));
    });
  };
  const ask = (): void => {
    cancelWaiting ??= schedule(now, last + pause - performance.now());
  };
  return { ask, now, cancel };
}

function schedule(run: () => void, milliseconds: number): () => void {
  const isVisible = globalThis.document?.visibilityState === 'visible';
  let frame: number | undefined;
  const nextFrame = (): void => void (frame = requestAnimationFrame(run));
  if (isVisible && milliseconds <= 0) nextFrame();
  const wait = isVisible ? milliseconds : Math.max(50, milliseconds);
  const timer = frame === undefined ? setTimeout(isVisible ? nextFrame : run, wait) : undefined;
  return () => {
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

/** A message is delivered after the frame that is being made has been painted. */
function afterPaint(run: () => void): void {
  if (typeof MessageChannel === 'undefined') return;
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    run();
  });
  port1.start();
  port2.postMessage(undefined);
}
