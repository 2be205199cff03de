import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { memoryLineMaxCharacters, toMemoryLine } from '#domain/chat/personalTexts.ts';
import { message } from '#stores/browser/message.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';
import { rememberLine } from '#stores/chat/personalTexts.ts';
import { $route, openPath } from '#stores/route/route.ts';

/** Adds a text to the memory. A text that is too long is shown in a dialog, to be shortened. */
export function rememberText(text: string): void {
  const line = toMemoryLine(text);
  if (line.length > memoryLineMaxCharacters) openChatDialog({ dialog: 'remember', text: line });
  else void remember(line);
}

async function remember(line: string): Promise<void> {
  const problem = await rememberLine(line);
  if (problem) notifyMessage('error', problem);
  else notifyMessage('success', message('chat.message.remembered'), showMemory());
}

function showMemory() {
  const language = $route.get()?.language;
  const open = (): void => {
    if (language) openPath(`${chatScreenPath(language, 'settings')}#memory`);
  };
  return { label: message('chat.message.show'), run: open };
}
