import { newId } from '#stores/browser/newId.ts';
import { type Area, readStored, store, storedKeys } from '#stores/browser/storage.ts';

export const tabKey = 'tab';
/** Is in no id of a model or GPT. */
const separator = '#';
/** Begins the key of a temporary chat. */
const temporaryMark = '~';

/** Which tab this is. A reload keeps it. */
let tab: string | undefined;
/** Ends the lock that shows other tabs that this one is open. */
let release: (() => void) | undefined;

/** Returns the key of this tab’s draft of a chat, because two tabs on one chat have two drafts; a key with a tab stays. */
export function draftInTab(key: string): string {
  return key.includes(separator) ? key : `${key}${separator}${tab ?? nameTab()}`;
}

/** Returns the key of the same chat as a temporary one, of which nothing is stored for longer than its tab. */
export function temporaryKey(key: string): string {
  return temporaryMark + key;
}

export function isTemporaryKey(key: string | undefined): boolean {
  return key?.startsWith(temporaryMark) ?? false;
}

/** Returns the key of the same chat as an ordinary one. */
export function ordinaryKey(key: string): string {
  return isTemporaryKey(key) ? key.slice(temporaryMark.length) : key;
}

/** Returns where drafts, files and queue of a chat are stored. */
export function areaOf(key: string): Area {
  return isTemporaryKey(key) ? 'sessionStorage' : 'localStorage';
}

/** Returns the chat of a draft, new or stored, without its tab. */
export function chatOf(key: string): string {
  return key.split(separator, 1)[0] ?? key;
}

/**
 * Returns the key of a stored draft of the same chat whose tab has been closed. A browser without locks, as on a page
 * without HTTPS, does not know which tabs are open: there it returns any.
 */
export async function findLeftDraft(key: string, prefix: string): Promise<string | undefined> {
  const others = storedDrafts(chatOf(key), prefix).filter((other) => other !== key);
  if (others.length === 0) return undefined;
  const open = await openTabs();
  return others.find((other) => !open.has(lockName(tabOf(other))));
}

/** Returns the keys of all stored drafts of a chat, of each tab one. */
export function storedDrafts(chat: string, prefix: string): string[] {
  return storedKeys('localStorage')
    .filter((name) => name.startsWith(`${prefix}${chat}${separator}`))
    .map((name) => name.slice(prefix.length));
}

async function openTabs(): Promise<Set<string | undefined>> {
  const locks = await navigator.locks?.query().catch(() => undefined);
  return new Set(locks?.held?.map(({ name }) => name));
}

function nameTab(): string {
  tab = readStored(tabKey, 'sessionStorage') ?? newId().slice(0, 8);
  store(tabKey, tab, 'sessionStorage');
  claim();
  // A page that holds a lock cannot be kept for the Back button.
  globalThis.addEventListener?.('pageshow', ({ persisted }) => {
    if (persisted) claim();
  });
  globalThis.addEventListener?.('pagehide', () => release?.());
  return tab;
}

function claim(): void {
  if (tab === undefined) return;
  const name = lockName(tab);
  void globalThis.navigator?.locks
    ?.request(name, () => new Promise<void>((resolve) => (release = resolve)))
    .catch(() => undefined);
}

function lockName(id: string): string {
  return `tab:${id}`;
}

function tabOf(key: string): string {
  return key.slice(chatOf(key).length + separator.length);
}
