const redrawMilliseconds = 100;

/** A line on the terminal that is drawn over and over; nothing where standard error is no terminal. */
export type ProgressLine = {
  /** Shows `text` instead of what was there, at most ten times a second. */
  show(text: () => string): void;
  /** Takes the line away. */
  clear(): void;
};

export function progressLine(): ProgressLine {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => undefined, clear: () => undefined };
  let drawn = 0;
  return {
    show: (text) => {
      const now = Date.now();
      if (now - drawn < redrawMilliseconds) return;
      drawn = now;
      stderr.write(`\r\u001b[K${text().slice(0, (stderr.columns || 80) - 1)}`);
    },
    clear: () => void stderr.write('\r\u001b[K'),
  };
}
