/** Local storage that may be full, forbidden or absent. A value that cannot be kept is not kept. */

export function readStored(key: string): string | undefined {
  try {
    return globalThis.localStorage?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps `value`, or forgets the key when it is `undefined`. */
export function store(key: string, value: string | undefined): void {
  try {
    if (value === undefined) globalThis.localStorage?.removeItem(key);
    else globalThis.localStorage?.setItem(key, value);
  } catch {
    // Full or forbidden: the page works without it.
  }
}

/** The same for this tab alone, until it is closed. */
export function readVisitStored(key: string): string | undefined {
  try {
    return globalThis.sessionStorage?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps `value` for this tab, or forgets the key when it is `undefined`. */
export function storeForVisit(key: string, value: string | undefined): void {
  try {
    if (value === undefined) globalThis.sessionStorage?.removeItem(key);
    else globalThis.sessionStorage?.setItem(key, value);
  } catch {
    // Full or forbidden: the page works without it.
  }
}
