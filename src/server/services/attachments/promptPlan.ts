import { estimatePdfTokens, estimatePictureTokens, pdfMaxSeenPages } from '#domain/attachments.ts';
import type { Model, ModelInput } from '#domain/models.ts';
import { AppError } from '#server/errors.ts';
import type { AttachmentRow } from '#server/services/attachments/toAttachment.ts';

/** Pictures and PDF that a model looks at for one answer, those of earlier turns included. */
const seenAtMost = { files: 8, bytes: 20_000_000 };

/** The length of the lines around a text, and of the note in place of a file. */
const noteTokens = 60;

/** How a model gets an attachment: as it is, its text, or only word that it was there. */
export type PlannedAttachment = { row: AttachmentRow; as: 'file' | 'text' | 'note' };

type CountedTurn = { messageId: string; tokens: number };
type Taker = { model: Pick<Model, 'title'>; inputs: readonly ModelInput[] };

/**
 * Decides how a model gets each attachment of its question and of the turns before it: the question's first, then the
 * newest, so that a bound cuts off the oldest.
 */
export class PromptPlan {
  readonly #taker: Taker;
  readonly #plans = new Map<string, readonly PlannedAttachment[]>();
  #files = seenAtMost.files;
  #bytes = seenAtMost.bytes;

  constructor(taker: Taker) {
    this.#taker = taker;
  }

  /** How the attachments of a message go to the model. */
  of(messageId: string): readonly PlannedAttachment[] {
    return this.#plans.get(messageId) ?? [];
  }

  /**
   * The question, with the tokens of its attachments. A PDF whose pages do not fit into `room` tokens goes as text.
   * Throws `attachment_not_accepted` for what the model can neither look at nor read.
   */
  addQuestion<Turn extends CountedTurn>(
    turn: Turn,
    rows: readonly AttachmentRow[],
    room: number,
  ): Turn {
    let { tokens } = turn;
    const plans = rows.map((row) => {
      const plan = this.#planOfQuestion(row, room - tokens);
      tokens += tokensOf(plan);
      return plan;
    });
    this.#plans.set(turn.messageId, plans);
    return { ...turn, tokens };
  }

  /** An earlier turn, with the tokens of what stays of its attachments: texts, and the newest pictures. */
  addEarlier<Turn extends CountedTurn>(turn: Turn, rows: readonly AttachmentRow[]): Turn {
    const plans = rows.map((row) => this.#planOfEarlier(row));
    this.#plans.set(turn.messageId, plans);
    return { ...turn, tokens: plans.reduce((sum, plan) => sum + tokensOf(plan), turn.tokens) };
  }

  #planOfQuestion(row: AttachmentRow, room: number): PlannedAttachment {
    const seen: PlannedAttachment = { row, as: 'file' };
    const fits = row.kind === 'image' || !hasText(row) || tokensOf(seen) <= room;
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
    if (kind === 'text' || !this.#taker.inputs.includes(kind)) return false;
    return kind === 'image' || (pages ?? 0) <= pdfMaxSeenPages;
  }

  #notAccepted({ id, kind, name }: AttachmentRow): AppError {
    const { model, inputs } = this.#taker;
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
