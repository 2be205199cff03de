import { CallError } from '#contract/call.ts';
import { importConversations } from '#contract/conversations/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { upload } from '#contract/upload.ts';
import { importMaxBytes } from '#domain/chat/chat.ts';
import { countEvent } from '#stores/browser/analytics.ts';
import { loadConversations } from '#stores/conversations/conversations.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { sendToOtherTabs } from '#stores/browser/tabs.ts';
import { atom } from 'nanostores';

export type ImportReport = ResponseOf<typeof importConversations>;

export type Import =
  | { state: 'idle' }
  /** `sent` from 0 to 1. */
  | { state: 'sending'; file: string; sent: number }
  /** The file has arrived at the server, which parses it. */
  | { state: 'reading'; file: string }
  | { state: 'done'; file: string; report: ImportReport }
  | { state: 'failed'; file: string; problem: Message };

/** The import of a file with conversations. */
export const $import = atom<Import>({ state: 'idle' });

let running: AbortController | undefined;

/** Imports a file. Does nothing while another import runs. */
export async function importFile(file: File): Promise<void> {
  if (running) return;
  const { name } = file;
  if (file.size > importMaxBytes) return fail(name, message('conversations.import.tooLarge'));
  if (file.size === 0) return fail(name, message('conversations.import.empty'));
  const abort = (running = new AbortController());
  const onProgress = (sent: number): void =>
    $import.set(
      sent < 1 ? { state: 'sending', file: name, sent } : { state: 'reading', file: name },
    );
  onProgress(0);
  try {
    const report = await upload(importConversations, {}, file, onProgress, abort.signal);
    $import.set({ state: 'done', file: name, report });
    countEvent('chat', 'import');
  } catch (error) {
    if (abort.signal.aborted) return $import.set({ state: 'idle' });
    if (isSignedOut(error)) return goToLogin();
    return fail(name, problemOf(error));
  } finally {
    running = undefined;
  }
  // After `running` is cleared, so that the next file can be imported while the list loads.
  sendToOtherTabs({ changed: 'conversations' });
  await loadConversations();
}

/** Stops the import. Conversations that the server has stored stay; the same file can be imported again. */
export function cancelImport(): void {
  running?.abort(new Error('The import was cancelled'));
}

function problemOf(error: unknown): Message {
  const unreadable = error instanceof CallError && error.code === 'invalid_input';
  return unreadable ? message('conversations.import.unreadable') : errorMessage(error);
}

function fail(file: string, problem: Message): void {
  $import.set({ state: 'failed', file, problem });
}
