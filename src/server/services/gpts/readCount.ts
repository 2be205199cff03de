const units: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000, b: 1_000_000_000 };

/**
 * Reads a count in the notation of sites and tools: `12`, `12.0`, `25,000+`, `300K+`, `1.2M`. Returns `undefined` for
 * other texts, and for `25.000`, which is 25 in some countries and 25000 in others.
 */
export function readCount(text: string): number | undefined {
  const [, digits, fraction = '', unit] =
    /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?\s?([KMB])?\+?$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  if (unit === undefined && !/^0{0,2}$/.test(fraction)) return undefined;
  const value = Number(`${digits.replaceAll(',', '')}.${fraction}`);
  return Math.round(value * (units[unit?.toLowerCase() ?? ''] ?? 1));
}
