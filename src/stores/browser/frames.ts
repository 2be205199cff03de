/** Milliseconds between two drawings: at least, so that reading is smooth; at most, so that it goes on at all. */
const shortestPause = 32;
const longestPause = 400;
/** Drawing takes at most one part in this many of the time; the rest is for typing and scrolling. */
const partsOfTime = 4;

/**
 * Calls `draw` in a frame soon after it is asked for, however often; the first time as soon as what asks has ended. The
 * longer drawing takes here, the rarer it is done. In a hidden page, where no frames come, timers call it.
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
    inNextTask(() => {
      const cost = (performance.now() - start) * partsOfTime;
      pause = Math.min(longestPause, Math.max(shortestPause, cost));
    });
  };
  const ask = (): void => {
    cancelWaiting ??= schedule(now, last + pause - performance.now());
  };
  return { ask, now, cancel };
}

/** Something that is done once: `soon`, when what was drawn before is on the screen, or `now`. */
export type Postponed = { soon: () => void; now: () => void };

/** Does something that takes long and may wait, after so many milliseconds at the latest. */
export function postponed(run: () => void, milliseconds: number): Postponed {
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
    // The frame after the next begins when the next one has been handed on to the screen.
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

/** Sooner than any timer; after the painting of a frame that is being made. Returns a function that cancels it. */
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
