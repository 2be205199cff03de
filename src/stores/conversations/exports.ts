import { exportConversation, exportConversations } from '#contract/conversations/conversations.ts';
import { endpointUrl } from '#contract/endpoint.ts';
import type { ExportFormat } from '#domain/chat/chat.ts';

/** Returns the address from which a conversation is downloaded as a file; without an id, all of them. */
export function exportAddress(format: ExportFormat, id?: string): string {
  const query = { format };
  return id === undefined
    ? endpointUrl(exportConversations, { query })
    : endpointUrl(exportConversation, { params: { id }, query });
}
