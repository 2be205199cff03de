/** Milliseconds between two drawings. They grow with the time that drawing takes. */
const shortestPause = 32;
const longestPause = 400;
/** Drawing takes at most one nth of the time; the rest is for typing and scrolling. */
const pausePerDrawing = 4;

/**
 * Calls `draw` in an animation frame after `request`, however often that is called; the first time in the next task. The
 * longer drawing takes, the less often it is done. A hidden page gets no animation frames, so timers call it there.
 */
export function throttleDrawing(draw: () => void): {
  request: () => void;
  now: () => void;
  cancel: () => void;
} {
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
    inNextTask(() => {
      const cost = (performance.now() - start) * pausePerDrawing;
      pause = Math.min(longestPause, Math.max(shortestPause, cost));
    });
  };
  const request = (): void => {
    cancelWaiting ??= schedule(now, last + pause - performance.now());
  };
  return { request, now, cancel };
}

/** A task that runs once: `soon`, after the next paint, or `now`. */
export type DeferredTask = { soon: () => void; now: () => void };

/** Defers a long task by at most so many milliseconds. */
export function deferTask(run: () => void, milliseconds: number): DeferredTask {
  let isDone = false;
  let isSoon = false;
  const now = (): void => {
    clearTimeout(timer);
    if (isDone) return;
    isDone = true;
    run();
  };
  const timer = setTimeout(now, milliseconds);
  const soon = (): void => {
    if (isDone || isSoon) return;
    isSoon = true;
    // The second frame begins after the first one has been painted.
    if (isVisible()) requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(now)));
    else setTimeout(now);
  };
  return { soon, now };
}

function schedule(run: () => void, milliseconds: number): () => void {
  const hasFrames = isVisible();
  if (hasFrames && milliseconds === Number.NEGATIVE_INFINITY) return inNextTask(run);
  let frame: number | undefined;
  const nextFrame = (): void => void (frame = requestAnimationFrame(run));
  if (hasFrames && milliseconds <= 0) nextFrame();
  const wait = hasFrames ? milliseconds : Math.max(50, milliseconds);
  const timer = frame === undefined ? setTimeout(hasFrames ? nextFrame : run, wait) : undefined;
  return () => {
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

function isVisible(): boolean {
  return globalThis.document?.visibilityState === 'visible';
}

/** Runs a function in the next task, which comes sooner than any timer. Returns a function that cancels it. */
function inNextTask(run: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    run();
  });
  port1.start();
  port2.postMessage(undefined);
  return () => port1.close();
}
