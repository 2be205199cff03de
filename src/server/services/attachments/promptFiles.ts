import { inArray } from 'drizzle-orm';
import type { StoragePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { attachment } from '#server/db/schema/chat.ts';
import type { PromptFile, PromptTurn } from '#server/gateways/models/models.ts';
import type { MediaStore } from '#server/gateways/storage/media.ts';
import { attachmentKey } from '#server/services/attachments/attachmentKey.ts';
import type { PlannedAttachment, PromptPlan } from '#server/services/attachments/promptPlan.ts';
import type { AttachmentRow } from '#server/services/attachments/toAttachment.ts';

/** Adds the planned attachments to each turn: texts are read now, files when the request is sent to the model. */
export async function addAttachments<Turn extends PromptTurn & { messageId: string }>(
  transaction: Executor,
  { media }: StoragePlatform,
  plan: PromptPlan,
  turns: readonly Turn[],
): Promise<Turn[]> {
  const planned = turns.flatMap(({ messageId }) => plan.of(messageId));
  if (planned.length === 0) return [...turns];
  const texts = await readTexts(transaction, planned);
  return turns.map((turn) => {
    const own = plan.of(turn.messageId);
    if (own.length === 0) return turn;
    const blocks = own.flatMap((one) => blockOf(one, texts));
    const files = own.flatMap(({ row, as }) => (as === 'file' ? [fileOf(media, row)] : []));
    const parts = turn.text === '' ? blocks : [...blocks, turn.text];
    return { ...turn, text: parts.join('\n\n'), files };
  });
}

async function readTexts(
  transaction: Executor,
  planned: readonly PlannedAttachment[],
): Promise<ReadonlyMap<string, string>> {
  const ids = planned.flatMap(({ row, as }) => (as === 'text' ? [row.id] : []));
  if (ids.length === 0) return new Map();
  const rows = await transaction
    .select({ id: attachment.id, text: attachment.text })
    .from(attachment)
    .where(inArray(attachment.id, ids));
  return new Map(rows.map(({ id, text }) => [id, text ?? '']));
}

/** Returns the text of an attachment between tags with its file name. */
function blockOf({ row, as }: PlannedAttachment, texts: ReadonlyMap<string, string>): string[] {
  if (as === 'file') return [];
  const name = row.name.replaceAll(/["<>]/g, '');
  const noun = row.kind === 'image' ? 'picture' : 'file';
  const text = as === 'text' ? (texts.get(row.id) ?? '') : `(The ${noun} is not shown here.)`;
  return [`<attachment name="${name}">\n${text}\n</attachment>`];
}

function fileOf(media: MediaStore, row: AttachmentRow): PromptFile {
  const { name, type } = row;
  return {
    name,
    type,
    read: async () => {
      const content = await media.get(attachmentKey(row));
      if (!content) throw new Error('An attachment is lost');
      return new Uint8Array(await new Response(content.stream()).arrayBuffer());
    },
  };
}
