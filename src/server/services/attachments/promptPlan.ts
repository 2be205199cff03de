import { estimatePdfTokens, estimatePictureTokens, pdfMaxSeenPages } from '#domain/attachments.ts';
import type { Model, ModelInput } from '#domain/models.ts';
import { AppError } from '#server/errors.ts';
import type { AttachmentRow } from '#server/services/attachments/toAttachment.ts';

/** Limits of pictures and PDFs in one prompt, including those of earlier turns. */
const fileLimits = { files: 8, bytes: 20_000_000 };

/** Tokens of the tags around a text, and of the note in place of a file. */
const noteTokens = 60;

/** The form in which a model gets an attachment: the file, its text, or only a note that it was there. */
export type PlannedAttachment = { row: AttachmentRow; as: 'file' | 'text' | 'note' };

type CountedTurn = { messageId: string; tokens: number };
type PromptTarget = { model: Pick<Model, 'title'>; inputs: readonly ModelInput[] };

/**
 * Decides in which form a model gets each attachment of a question and of earlier turns: first those of the question,
 * then the newest, so that limits exclude the oldest.
 */
export class PromptPlan {
  readonly #target: PromptTarget;
  readonly #plans = new Map<string, readonly PlannedAttachment[]>();
  #files = fileLimits.files;
  #bytes = fileLimits.bytes;

  constructor(target: PromptTarget) {
    this.#target = target;
  }

  of(messageId: string): readonly PlannedAttachment[] {
    return this.#plans.get(messageId) ?? [];
  }

  /**
   * Adds a question. Returns it with the tokens of its attachments. A PDF whose pages need more than `tokensLeft` tokens is
   * sent as text. Throws `attachment_not_accepted` for a file that the model can neither see nor read.
   */
  addQuestion<Turn extends CountedTurn>(
    turn: Turn,
    rows: readonly AttachmentRow[],
    tokensLeft: number,
  ): Turn {
    let { tokens } = turn;
    const plans = rows.map((row) => {
      const plan = this.#planOfQuestion(row, tokensLeft - tokens);
      tokens += tokensOf(plan);
      return plan;
    });
    this.#plans.set(turn.messageId, plans);
    return { ...turn, tokens };
  }

  /** Adds an earlier turn. Returns it with the tokens of its attachments: texts, and the newest pictures. */
  addEarlier<Turn extends CountedTurn>(turn: Turn, rows: readonly AttachmentRow[]): Turn {
    const plans = rows.map((row) => this.#planOfEarlier(row));
    this.#plans.set(turn.messageId, plans);
    return { ...turn, tokens: plans.reduce((sum, plan) => sum + tokensOf(plan), turn.tokens) };
  }

  #planOfQuestion(row: AttachmentRow, tokensLeft: number): PlannedAttachment {
    const seen: PlannedAttachment = { row, as: 'file' };
    const fits = row.kind === 'image' || !hasText(row) || tokensOf(seen) <= tokensLeft;
    if (fits && this.#takeFile(row)) return seen;
    if (hasText(row)) return { row, as: 'text' };
    throw this.#notAccepted(row);
  }

  #planOfEarlier(row: AttachmentRow): PlannedAttachment {
    if (hasText(row)) return { row, as: 'text' };
    return { row, as: this.#takeFile(row) ? 'file' : 'note' };
  }

  #takeFile(row: AttachmentRow): boolean {
    if (!this.#canSee(row) || this.#files === 0 || row.size > this.#bytes) return false;
    this.#files -= 1;
    this.#bytes -= row.size;
    return true;
  }

  #canSee({ kind, pages }: AttachmentRow): boolean {
    if (kind === 'text' || !this.#target.inputs.includes(kind)) return false;
    return kind === 'image' || (pages ?? 0) <= pdfMaxSeenPages;
  }

  #notAccepted({ id, kind, name }: AttachmentRow): AppError {
    const { model, inputs } = this.#target;
    const takes = ['text', ...inputs];
    const why =
      kind === 'image' ? 'cannot look at pictures' : 'cannot look at this PDF, which has no text';
    const message = `attachment_ids: ${model.title} ${why}; it takes ${takes.join(', ')}`;
    return new AppError('attachment_not_accepted', message, {
      field: 'attachment_ids',
      id,
      kind,
      name,
      model: model.title,
      takes,
    });
  }
}

function hasText({ characters }: AttachmentRow): boolean {
  return (characters ?? 0) > 0;
}

function tokensOf({ row, as }: PlannedAttachment): number {
  if (as === 'note') return noteTokens;
  if (as === 'text') return noteTokens + (row.tokens ?? 0);
  if (row.kind === 'pdf') return estimatePdfTokens(row.pages ?? 0, row.tokens ?? 0);
  return estimatePictureTokens(row.width ?? 0, row.height ?? 0);
}
