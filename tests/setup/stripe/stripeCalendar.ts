/** Returns the moment some months or years after another, on its last day where the month is too short (UTC). */
export function addIntervals(anchor: number, interval: 'month' | 'year', count: number): number {
  const date = new Date(anchor * 1_000);
  const months = date.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
  const first = new Date(date);
  first.setUTCDate(1);
  first.setUTCMonth(months);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return Math.floor(first.getTime() / 1_000);
}

/** Returns the end of the period that begins at `start`, counted from the anchor so that 31 January leads to 31 March. */
export function periodEnd(anchor: number, interval: 'month' | 'year', start: number): number {
  for (let count = 1; ; count += 1) {
    const end = addIntervals(anchor, interval, count);
    if (end > start) return end;
  }
}
