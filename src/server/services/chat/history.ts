import { bytesPerToken, estimateTokens } from '#domain/costs/estimateTokens.ts';
import type { Executor } from '#server/db/connect.ts';
import { type HistoryMessage, readHistoryRows } from '#server/db/queries/branches.ts';
import type { PromptTurn } from '#server/gateways/models/models.ts';

/** Most messages that are read of a branch, also to count those that are not sent. */
const branchMessages = 20_000;

/** A turn with its message id and its estimated tokens. */
export type StoredTurn = PromptTurn & { messageId: string; tokens: number };

export type BranchTurn = StoredTurn & { hasAttachments: boolean };

/**
 * Returns the turns of a branch, from its beginning to the message `leafId`: questions with a non-empty answer, each
 * with its answer, at most the newest `pairs`, and the number of messages in earlier pairs. Text that is too far up to
 * fit into `maxTokens` is not read; such turns have infinitely many tokens.
 */
export async function readHistory(
  transaction: Executor,
  leafId: string,
  { pairs, maxTokens }: { pairs: number; maxTokens: number },
): Promise<{ turns: BranchTurn[]; before: number }> {
  if (pairs === 0) return { turns: [], before: 0 };
  const bytes = maxTokens * bytesPerToken;
  const rows = await readHistoryRows(transaction, leafId, { most: branchMessages, bytes });
  const all = pairsOf(rows);
  const turns = all.slice(-pairs).flat();
  return { turns, before: 2 * all.length - turns.length };
}

function pairsOf(branch: readonly HistoryMessage[]): BranchTurn[][] {
  return branch.flatMap((row, index) => {
    const question = branch[index - 1];
    if (row.role !== 'assistant' || !row.hasText || question?.role !== 'user') return [];
    return [[turnOf(question), turnOf(row)]];
  });
}

function turnOf({ id, role, text, hasAttachments }: HistoryMessage): BranchTurn {
  const tokens = text === null ? Infinity : estimateTokens(text);
  return { messageId: id, role, text: text ?? '', tokens, hasAttachments };
}
