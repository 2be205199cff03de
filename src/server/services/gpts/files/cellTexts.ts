/** Parses a decimal. In files with semicolons between cells it often has a comma. */
export function parseDecimal(text: string): number | undefined {
  return /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.replace(',', '.')) : undefined;
}

/** Parses a list: JSON, or texts separated by `|`. */
export function parseList(text: string): unknown[] {
  return parseJsonList(text) ?? text.split('|');
}

/** Parses a list in JSON; returns `undefined` for other texts. */
export function parseJsonList(text: string): unknown[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
