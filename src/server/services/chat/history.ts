import { sql } from 'drizzle-orm';
import { estimateTokens } from '#domain/models.ts';
import type { Executor } from '#server/db/connect.ts';
import type { PromptTurn } from '#server/gateways/models/models.ts';

/** Messages that are walked up from a question at most: those that are not sent along are counted. */
const branchMessages = 20_000;

/** UTF-8 bytes of one estimated token at most: four characters of three bytes. */
const bytesPerToken = 12;

/** A turn with the message that it is, and about how many tokens it takes. */
export type StoredTurn = PromptTurn & { messageId: string; tokens: number };

export type BranchTurn = StoredTurn & { hasAttachments: boolean };

type BranchRow = {
  id: string;
  role: PromptTurn['role'];
  text: string | null;
  hasText: boolean;
  hasAttachments: boolean;
};

/**
 * Returns what was said in a branch, from its beginning to the message `leafId`: questions whose answer has text, each
 * with its answer, at most the newest `pairs` of them, and how many messages of such pairs come before. Text that is too
 * far up to fit into `maxTokens` is not read; such turns have infinitely many tokens.
 */
export async function readHistory(
  transaction: Executor,
  leafId: string,
  { pairs, maxTokens }: { pairs: number; maxTokens: number },
): Promise<{ turns: BranchTurn[]; before: number }> {
  if (pairs === 0) return { turns: [], before: 0 };
  const { rows } = await transaction.execute<BranchRow>(
    sql`with recursive branch as (
        select id, conversation_id, parent_id, 1 as depth, octet_length(text)::bigint as bytes
        from message where id = ${leafId}
        union all
        select m.id, m.conversation_id, m.parent_id, b.depth + 1, b.bytes + octet_length(m.text)
        from branch b join message m on m.id = b.parent_id and m.conversation_id = b.conversation_id
        where b.depth < ${branchMessages}
      )
      select m.id, m.role, m.text <> '' as "hasText",
        exists (select from attachment where message_id = m.id) as "hasAttachments",
        case when b.bytes <= ${maxTokens * bytesPerToken}::bigint then m.text end as text
      from branch b join message m on m.id = b.id order by b.depth desc`,
  );
  const all = pairsOf(rows);
  const turns = all.slice(-pairs).flat();
  return { turns, before: 2 * all.length - turns.length };
}

function pairsOf(branch: readonly BranchRow[]): BranchTurn[][] {
  return branch.flatMap((row, index) => {
    const question = branch[index - 1];
    if (row.role !== 'assistant' || !row.hasText || question?.role !== 'user') return [];
    return [[turnOf(question), turnOf(row)]];
  });
}

function turnOf({ id, role, text, hasAttachments }: BranchRow): BranchTurn {
  const tokens = text === null ? Infinity : estimateTokens(text);
  return { messageId: id, role, text: text ?? '', tokens, hasAttachments };
}
