/** Storage of the browser: for the whole site, or for this tab until it is closed. */
type Area = 'localStorage' | 'sessionStorage';

/** Returns the stored value, or `undefined` where there is none or storage is forbidden. */
export function readStored(key: string, area: Area = 'localStorage'): string | undefined {
  try {
    return globalThis[area]?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the stored JSON, or `null` where there is none or it cannot be parsed. Anybody may have written it. */
export function readStoredJson(key: string, area: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value; `undefined` removes the key. Does nothing where storage is full or forbidden. */
export function store(key: string, value: string | undefined, area: Area = 'localStorage'): void {
  try {
    if (value === undefined) globalThis[area]?.removeItem(key);
    else globalThis[area]?.setItem(key, value);
  } catch {
    // Full or forbidden: the page works without it.
  }
}
