import type { Model } from '#domain/models/models.ts';
import { type FileForm, FileForms, type FileTaker } from '#domain/costs/questionTokens.ts';
import { AppError } from '#server/errors.ts';
import type { AttachmentRow } from '#server/services/attachments/toAttachment.ts';

/** The form in which a model gets an attachment: the file, its text, or only a note that it was there. */
export type PlannedAttachment = { row: AttachmentRow; as: FileForm };

type CountedTurn = { messageId: string; tokens: number };
type PromptTarget = FileTaker & { model: Pick<Model, 'title'> };

/** The attachments of a prompt by message, each in the form in which the model gets it (`FileForms`). */
export class PromptPlan {
  readonly #target: PromptTarget;
  readonly #plans = new Map<string, readonly PlannedAttachment[]>();
  readonly #forms: FileForms;

  constructor(target: PromptTarget) {
    this.#target = target;
    this.#forms = new FileForms(target);
  }

  of(messageId: string): readonly PlannedAttachment[] {
    return this.#plans.get(messageId) ?? [];
  }

  /**
   * Adds a question. Returns it with the tokens of its attachments. `stepTokens` are those that its price still buys. Throws
   * `attachment_not_accepted` for a file that the model can neither see nor read.
   */
  addQuestion<Turn extends CountedTurn>(
    turn: Turn,
    rows: readonly AttachmentRow[],
    stepTokens: number,
  ): Turn {
    const { forms, tokens } = this.#forms.ofQuestion(rows, { tokens: turn.tokens, stepTokens });
    const plans = rows.map((row, index) => {
      const as = forms[index];
      if (!as) throw this.#notAccepted(row);
      return { row, as };
    });
    this.#plans.set(turn.messageId, plans);
    return { ...turn, tokens };
  }

  /** Adds an earlier turn. Returns it with the tokens of its attachments: texts, and the newest pictures. */
  addEarlier<Turn extends CountedTurn>(turn: Turn, rows: readonly AttachmentRow[]): Turn {
    const plans = rows.map((row) => ({ row, as: this.#forms.ofEarlier(row) }));
    this.#plans.set(turn.messageId, plans);
    return {
      ...turn,
      tokens: plans.reduce((sum, { row, as }) => sum + this.#forms.tokensOf(row, as), turn.tokens),
    };
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
