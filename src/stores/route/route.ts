import { type Language, defaultLanguage } from '#domain/languages/languages.ts';
import { findModel, modelGroups } from '#domain/models/models.ts';
import {
  type ChatScreen,
  type ChatTarget,
  chatPath,
  searchTarget,
} from '#domain/chat/chatPaths.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { isUuid } from '#domain/texts/uuid.ts';
import { keepLastChat } from '#stores/route/lastChat.ts';
import {
  restoreDrawerStep,
  isDrawerStep,
  replaceStep,
  whenDrawerIsLeft,
} from '#stores/route/sidebar.ts';
import { atom } from 'nanostores';

/** A screen other than a chat. */
type OtherScreen = Exclude<ChatScreen, 'search'>;

/** The screen of a path of the chat area. `start` is `/chat` itself, which leads to the first chat entry. */
export type ChatRoute = { path: string; language: Language } & (
  | { screen: 'start' | OtherScreen | 'unknown' }
  /** A shared conversation that is copied into the user's account. */
  | { screen: 'continue'; shareId: string }
  | {
      screen: 'chat';
      target: ChatTarget;
      conversationId: string | undefined;
      /** The text of the address for the message box. */
      text: string | undefined;
      /** Whether the new chat is temporary. */
      temporary?: true;
    }
);

/** The path that the chat area shows; `undefined` until the page is hydrated. */
export const $route = atom<ChatRoute | undefined>(undefined);

const screens: readonly string[] = ['media', 'gpts', 'settings'] satisfies OtherScreen[];
const groups: readonly string[] = [...modelGroups, 'g'];

/** Parses a path of the chat area. A known model gets its own group, regardless of the path. */
export function routeOf(path: string, query = ''): ChatRoute {
  const { language = defaultLanguage, rest } = splitLanguage(path);
  const [area, first, subject, ...more] = rest.split('/').filter(Boolean).map(decode);
  const base = { path, language };
  const parameters = new URLSearchParams(query);
  const text = parameters.get('text') ?? undefined;
  const temporary = parameters.has('temporary') && { temporary: true as const };
  if (area !== 'chat') return { ...base, screen: 'unknown' };
  if (first === undefined) return { ...base, screen: 'start' };
  if (first === searchTarget.group) {
    const named = conversationOf(subject === undefined ? [] : [subject, ...more]);
    if (!named) return { ...base, screen: 'unknown' };
    return { ...base, screen: 'chat', target: searchTarget, ...named, text, ...temporary };
  }
  if (subject === undefined) {
    return { ...base, screen: screens.includes(first) ? (first as OtherScreen) : 'unknown' };
  }
  if (first === 'continue' && more.length === 0) {
    return { ...base, screen: 'continue', shareId: subject };
  }
  const named = groups.includes(first) ? conversationOf(more) : undefined;
  if (!named) return { ...base, screen: 'unknown' };
  return {
    ...base,
    screen: 'chat',
    target: targetOf(first, subject),
    ...named,
    text,
    ...temporary,
  };
}

/** Shows the address and watches it for Back and Forward. Returns an unsubscribe function. */
export function watchAddress(): () => void {
  show();
  const onPopState = (): void => {
    restoreDrawerStep();
    show();
  };
  window.addEventListener('popstate', onPopState);
  return () => window.removeEventListener('popstate', onPopState);
}

/** Shows a path of the chat area without loading a page. Replaces the history entry of an open drawer. */
export function openPath(path: string): void {
  whenDrawerIsLeft(() => pushPath(path));
}

function pushPath(path: string): void {
  if (path === location.pathname + location.search) return;
  if (isDrawerStep()) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  show();
}

/** Replaces the current path, also under an open drawer. */
export function replacePath(path: string): void {
  replaceStep(path);
  show();
}

/** Whether a path belongs to the chat area, so that it opens without loading a page. */
export function isChatPath(path: string): boolean {
  const { rest } = splitLanguage(path);
  return rest === '/chat' || rest.startsWith('/chat/');
}

/** Adds the id of a new conversation to its path, if it is still on the screen. */
export function nameConversation(target: ChatTarget, conversationId: string): void {
  const route = $route.get();
  if (route?.screen !== 'chat' || route.conversationId !== undefined) return;
  if (!isSameTarget(route.target, target)) return;
  replacePath(chatPath(route.language, target, { conversation: conversationId }));
}

/** Whether the address names the conversation. */
export function isShown(id: string): boolean {
  const route = $route.get();
  return route?.screen === 'chat' && route.conversationId === id;
}

/** Whether two targets are the same model or GPT. */
export function isSameTarget(one: ChatTarget, other: ChatTarget): boolean {
  if (one.group === 'g' || other.group === 'g') {
    return one.group === 'g' && other.group === 'g' && one.gpt === other.gpt;
  }
  return one.model === other.model;
}

/** Sets `$route` from the address, if it changed. */
function show(): void {
  const { pathname, search } = location;
  const next = routeOf(pathname, search);
  const before = $route.get();
  if (next.screen === 'chat') keepLastChat(pathname);
  if (JSON.stringify(next) !== JSON.stringify(before)) $route.set(next);
}

/** Parses the end of a path, which may name a conversation. Returns `undefined` if it is malformed. */
function conversationOf(
  parts: readonly string[],
): { conversationId: string | undefined } | undefined {
  const [marker, conversationId, ...beyond] = parts;
  if (marker === undefined) return { conversationId: undefined };
  const isWellFormed = marker === 'c' && beyond.length === 0 && isUuid(conversationId ?? '');
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
