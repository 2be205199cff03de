const redrawMilliseconds = 100;
const barWidth = 20;

/** A line on the terminal that is redrawn. Does nothing if standard error is not a terminal. */
export type ProgressLine = {
  /** Replaces the line with `text`, at most ten times a second. */
  show(text: () => string): void;
  /** Removes the line. */
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

/** Returns the progress of an import: percentage, bar, rows, and rows per second. `size` is 0 if it is unknown. */
export function progressBar(
  file: string,
  rows: number,
  bytesRead: number,
  size: number,
  started: number,
): string {
  const seconds = Math.max((Date.now() - started) / 1_000, 0.001);
  const counted = `${rows} rows, ${Math.round(rows / seconds)}/s`;
  if (size === 0) return `${file}: ${counted}`;
  const part = Math.min(bytesRead / size, 1);
  const bar = '█'.repeat(Math.round(part * barWidth)).padEnd(barWidth, '░');
  return `${String(Math.floor(part * 100)).padStart(3)} % ${bar} ${counted} ${file}`;
}
