import { type Language, defaultLanguage } from '#domain/languages.ts';
import { findModel, modelGroups } from '#domain/models.ts';
import {
  type ChatScreen,
  type ChatTarget,
  chatPath,
  searchTarget,
  splitLanguage,
} from '#domain/urls.ts';
import { followDrawerStep, isDrawerStep, replaceStep } from '#stores/chat/sidebar.ts';
import { atom } from 'nanostores';

/** A screen that is no chat. */
type OtherScreen = Exclude<ChatScreen, 'search'>;

/** The screen of a path of the chat area. `start` is the area itself, which leads to the first chat entry. */
export type ChatRoute = { path: string; language: Language } & (
  | { screen: 'start' | OtherScreen | 'unknown' }
  | {
      screen: 'chat';
      target: ChatTarget;
      conversationId: string | undefined;
      /** The text that the address puts into the message box. */
      text: string | undefined;
    }
);

/** The path that the chat area shows; `undefined` until the page is alive. */
export const $route = atom<ChatRoute | undefined>(undefined);

const screens: readonly string[] = ['media', 'gpts', 'settings'] satisfies OtherScreen[];
const groups: readonly string[] = [...modelGroups, 'g'];
const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads a path of the chat area. A model under a group that is not its own is led to its own. */
export function routeOf(path: string, query = ''): ChatRoute {
  const { language = defaultLanguage, rest } = splitLanguage(path);
  const [area, first, subject, ...more] = rest.split('/').filter(Boolean).map(decode);
  const place = { path, language };
  const text = new URLSearchParams(query).get('text') ?? undefined;
  if (area !== 'chat') return { ...place, screen: 'unknown' };
  if (first === undefined) return { ...place, screen: 'start' };
  if (first === searchTarget.group) {
    const named = conversationOf(subject === undefined ? [] : [subject, ...more]);
    if (!named) return { ...place, screen: 'unknown' };
    return { ...place, screen: 'chat', target: searchTarget, ...named, text };
  }
  if (subject === undefined) {
    return { ...place, screen: screens.includes(first) ? (first as OtherScreen) : 'unknown' };
  }
  const named = groups.includes(first) ? conversationOf(more) : undefined;
  if (!named) return { ...place, screen: 'unknown' };
  return { ...place, screen: 'chat', target: targetOf(first, subject), ...named, text };
}

/** Begins to follow the address bar. Returns an unsubscribe function. */
export function followAddress(): () => void {
  show();
  const step = (): void => {
    followDrawerStep();
    show();
  };
  window.addEventListener('popstate', step);
  return () => window.removeEventListener('popstate', step);
}

/** Shows a path of the chat area without loading a page. An open drawer is no step to come back to. */
export function openPath(path: string): void {
  if (path === location.pathname + location.search) return;
  if (isDrawerStep()) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  show();
}

/** Shows another path in place of the current one, under an open drawer as well. */
export function replacePath(path: string): void {
  replaceStep(path);
  show();
}

/** Whether a path belongs to the chat area, so that it opens without loading a page. */
export function isChatPath(path: string): boolean {
  const { rest } = splitLanguage(path);
  return rest === '/chat' || rest.startsWith('/chat/');
}

/** The conversation on the screen got its id: its path gets it too. */
export function nameConversation(target: ChatTarget, conversationId: string): void {
  const route = $route.get();
  if (route?.screen !== 'chat' || route.conversationId !== undefined) return;
  if (!isSameTarget(route.target, target)) return;
  replacePath(chatPath(route.language, target, { conversation: conversationId }));
}

/** Whether two targets are the same model or GPT. */
export function isSameTarget(one: ChatTarget, other: ChatTarget): boolean {
  if (one.group === 'g' || other.group === 'g') {
    return one.group === 'g' && other.group === 'g' && one.gpt === other.gpt;
  }
  return one.model === other.model;
}

/** Reads the address bar; the same path again changes nothing. */
function show(): void {
  const { pathname, search } = location;
  const next = routeOf(pathname, search);
  const before = $route.get();
  if (JSON.stringify(next) !== JSON.stringify(before)) $route.set(next);
}

/** The conversation that the end of a path names, which may be none; `undefined` where it is no such end. */
function conversationOf(
  parts: readonly string[],
): { conversationId: string | undefined } | undefined {
  const [marker, conversationId, ...beyond] = parts;
  if (marker === undefined) return { conversationId: undefined };
  const isWellFormed =
    marker === 'c' && beyond.length === 0 && uuidPattern.test(conversationId ?? '');
  return isWellFormed ? { conversationId } : undefined;
}

function targetOf(group: string, subject: string): ChatTarget {
  if (group === 'g') return { group: 'g', gpt: subject };
  const model = findModel(subject);
  return { group: model?.group ?? (group as (typeof modelGroups)[number]), model: subject };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
