import { type Language } from '#domain/languages/languages.ts';
import type { messageCommands } from '#islands/chat/messageCommands.ts';
import type { ShortcutName } from '#domain/chat/shortcuts.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { focusScreen } from '#islands/chat/links.ts';
import { switchSidebar } from '#islands/chat/sidebar/useDrawer.ts';
import { $chatDialog, openChatDialog } from '#stores/chat/chatDialogs.ts';
import { $firstChat } from '#stores/chat/chatStart.ts';
import { openFind } from '#stores/chat/find.ts';
import { notify } from '#stores/browser/toasts.ts';
import { fetchCode } from '#stores/browser/newVersion.ts';
import { $messages } from '#stores/thread/thread.ts';
import { stop } from '#stores/chat/chat.ts';
import { isApple } from '#stores/browser/keyNames.ts';
import { $route, openPath } from '#stores/route/route.ts';
import { type PressedIn, shortcutOf } from '#stores/browser/shortcuts.ts';
import { leaveSidebar } from '#stores/route/sidebar.ts';
import { typeAnywhere } from '#islands/chat/typeAnywhere.ts';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { useEffect } from 'react';

/** Runs the shortcuts of the chat area, except while a dialog or menu is open. */
export function useShortcuts(language: Language): void {
  useEffect(() => whenIdle(() => void fetchCode(loadCommands).catch(() => undefined)), []);
  useEffect(() => {
    const apple = isApple();
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('dialog[open], :popover-open')) return;
      const name = $chatDialog.get()
        ? undefined
        : shortcutOf(event, pressedIn(event.target), apple);
      if (name === undefined) return $chatDialog.get() ? undefined : typeAnywhere(event);
      if (!canRun(name)) return;
      event.preventDefault();
      // Ctrl+Shift+Enter is a shortcut. The message box would take it for Ctrl+Enter and send.
      event.stopPropagation();
      runShortcut(name, language);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [language]);
}

/** Runs the command of a shortcut. */
export function runShortcut(name: ShortcutName, language: Language): void {
  switch (name) {
    case 'newChat':
      leaveSidebar();
      openPath(chatPath(language, currentTarget()));
      return focusScreen();
    case 'message':
      return document.getElementById('message')?.focus();
    case 'stop':
      return void stop();
    case 'copy':
    case 'regenerate':
    case 'edit':
    case 'previousBranch':
    case 'nextBranch':
      return void runMessageCommand(name);
    case 'sidebar':
      return switchSidebar();
    case 'search':
      return openChatDialog({ dialog: 'search' });
    case 'find':
      return openFind();
    case 'print':
      return void print();
    case 'settings':
      return openChatDialog({ dialog: 'settings' });
    case 'sheet':
      return openChatDialog({ dialog: 'shortcuts' });
  }
}

/** Prints the conversation by code that is fetched now. */
async function print(): Promise<void> {
  const load = () => import('#stores/chat/printing.ts');
  const code = await fetchCode(load).catch(() => notify('error', 'errors.offline'));
  await code?.printConversation();
}

/** Whether the chat area has an own action for keys that mean the same in every browser. */
function canRun(name: ShortcutName): boolean {
  if (name !== 'find' && name !== 'print') return true;
  const { screen } = $route.get() ?? {};
  const hasMessages = (screen === 'chat' || screen === 'start') && $messages.get().length > 0;
  // Pressed again in the field, the key opens the browser's own search.
  return hasMessages && !(name === 'find' && document.activeElement?.id === 'find');
}

const loadCommands = () => import('#islands/chat/messageCommands.ts');

/** Runs a command by code that is fetched when the page is idle. */
async function runMessageCommand(name: keyof typeof messageCommands): Promise<void> {
  if ($messages.get().length === 0) return;
  const code = await fetchCode(loadCommands).catch(() => notify('error', 'errors.offline'));
  code?.messageCommands[name]();
}

function currentTarget() {
  const route = $route.get();
  return route?.screen === 'chat' ? route.target : $firstChat.get();
}

function pressedIn(target: EventTarget | null): PressedIn {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    return target.value === '' ? 'empty' : 'text';
  }
  const isText = target instanceof HTMLElement && target.isContentEditable;
  return isText || target instanceof HTMLSelectElement ? 'text' : 'elsewhere';
}
