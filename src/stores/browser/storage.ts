/** Storage of the browser: for the whole site, or for this tab until it is closed. */
export type Area = 'localStorage' | 'sessionStorage';

/** Returns the stored value, or `undefined` if not found or storage is forbidden. */
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

/**
 * Stores a value; `undefined` removes the key. Returns whether that worked: where storage is full or forbidden, the page
 * works without it.
 */
export function store(
  key: string,
  value: string | undefined,
  area: Area = 'localStorage',
): boolean {
  try {
    if (value === undefined) globalThis[area]?.removeItem(key);
    else globalThis[area]?.setItem(key, value);
    return globalThis[area] !== undefined;
  } catch {
    return false;
  }
}

/**
 * The keys of what a user typed or chose. `keptFor` names the user to whom it belongs; without it, it belongs to a visitor,
 * and to the next user who signs in here.
 */
const personalKeys =
  /^(?:draft:.*|drafts|queue:.*|attachments|branch|edited-question|review-drafts|recent-searches|low-credits-dismissed|chosen-target|gift-code)$/;
const keptFor = 'kept-for';

/** Forgets what somebody typed or chose in this browser, after a sign-out. */
export function forgetPersonal(): void {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    for (const key of storedKeys(area)) {
      if (personalKeys.test(key)) store(key, undefined, area);
    }
  }
  store(keptFor, undefined);
}

/** Assigns what was typed here to the user, and forgets what another user left behind whose session ended. */
export function keepPersonalFor(userId: string): void {
  const owner = readStored(keptFor);
  if (owner === userId) return;
  if (owner !== undefined) forgetPersonal();
  store(keptFor, userId);
}

/** Whether what was typed belongs to a user. Not after a sign-out, also one in another tab. */
export function isPersonalKept(): boolean {
  return readStored(keptFor) !== undefined;
}

/** Returns all keys; none where storage is forbidden. */
export function storedKeys(area: Area): string[] {
  try {
    return Object.keys(globalThis[area] ?? {});
  } catch {
    return [];
  }
}
