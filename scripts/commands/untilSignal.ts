/**
 * Runs `work` with a signal that Ctrl-C, or the end of a service, aborts; then `notice` is printed. A second Ctrl-C ends the
 * process.
 */
export async function untilSignal<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  notice?: string,
): Promise<Result> {
  const stopping = new AbortController();
  const stop = () => {
    if (notice !== undefined) console.error(notice);
    stopping.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
