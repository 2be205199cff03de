/** Runs work of which at most `atOnce` pieces go on at the same time. The first failure is thrown by what comes next. */
export function inParallel(atOnce: number): {
  /** Waits until there is room, not until the work is done. */
  add(work: () => Promise<void>): Promise<void>;
  /** Waits for all of it. */
  end(): Promise<void>;
} {
  const running = new Set<Promise<void>>();
  let failure: { reason: unknown } | undefined;
  const check = () => {
    if (failure) throw failure.reason;
  };
  return {
    add: async (work) => {
      while (running.size >= atOnce) await Promise.race(running);
      check();
      const task: Promise<void> = work()
        .catch((reason: unknown) => {
          failure ??= { reason };
        })
        .finally(() => running.delete(task));
      running.add(task);
    },
    end: async () => {
      await Promise.all(running);
      check();
    },
  };
}
