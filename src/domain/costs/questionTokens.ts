import {
  type AttachmentKind,
  type PictureCount,
  estimatePdfTokens,
  estimatePictureTokens,
  pdfMaxSeenPages,
} from '#domain/chat/attachments.ts';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import type { ModelInput } from '#domain/models/models.ts';

/** Limits of pictures and PDFs in one prompt, including those of earlier turns. */
const fileLimits = { files: 8, bytes: 20_000_000 };

/** Tokens of the tags around a text, and of the note in place of a file. */
const noteTokens = 60;

/** The form in which a model gets an attachment: the file, its text, or only a note that it was there. */
export type FileForm = 'file' | 'text' | 'note';

/** An attachment, with the properties that determine its tokens. `tokens` are those of its text. */
export type CountedFile = {
  kind: AttachmentKind;
  size: number;
  width: number | null;
  height: number | null;
  pages: number | null;
  characters: number | null;
  tokens: number | null;
};

/** A model that takes files: the kinds that it accepts unchanged, and how it counts pictures. */
export type FileTaker = { inputs: readonly ModelInput[]; pictures: PictureCount };

/**
 * Decides in which form a model gets each attachment of a prompt: first those of the question, then the newest, so that
 * limits exclude the oldest.
 */
export class FileForms {
  readonly #taker: FileTaker;
  #files = fileLimits.files;
  #bytes = fileLimits.bytes;

  constructor(taker: FileTaker) {
    this.#taker = taker;
  }

  /**
   * Returns the forms of a question's files, and the tokens of the question with them. A form is `undefined` if the model
   * can neither see nor read the file.
   */
  ofQuestion(
    files: readonly CountedFile[],
    { tokens, stepTokens }: { tokens: number; stepTokens: number },
  ): { forms: (FileForm | undefined)[]; tokens: number } {
    let sum = tokens;
    const forms = files.map((file) => {
      const form = this.#formOf(file, stepTokens - sum);
      if (form) sum += this.tokensOf(file, form);
      return form;
    });
    return { forms, tokens: sum };
  }

  /** A PDF with a text is a document only while it fits, so that the pictures of its pages cost no further step. */
  #formOf(file: CountedFile, tokensLeft: number): FileForm | undefined {
    const fits =
      file.kind === 'image' || !hasText(file) || this.tokensOf(file, 'file') <= tokensLeft;
    if (fits && this.#takeFile(file)) return 'file';
    return hasText(file) ? 'text' : undefined;
  }

  /** Returns the form of a file of an earlier turn: its text, or a picture while there is room. */
  ofEarlier(file: CountedFile): FileForm {
    if (hasText(file)) return 'text';
    return this.#takeFile(file) ? 'file' : 'note';
  }

  /** Returns a high estimate of the tokens of an attachment. */
  tokensOf(file: CountedFile, form: FileForm): number {
    if (form === 'note') return noteTokens;
    if (form === 'text') return noteTokens + (file.tokens ?? 0);
    const { pictures } = this.#taker;
    if (file.kind === 'pdf') return estimatePdfTokens(file.pages ?? 0, file.tokens ?? 0, pictures);
    return estimatePictureTokens(file.width ?? 0, file.height ?? 0, pictures);
  }

  #takeFile(file: CountedFile): boolean {
    if (!this.#canSee(file) || this.#files === 0 || file.size > this.#bytes) return false;
    this.#files -= 1;
    this.#bytes -= file.size;
    return true;
  }

  #canSee({ kind, pages }: CountedFile): boolean {
    if (kind === 'text' || !this.#taker.inputs.includes(kind)) return false;
    return kind === 'image' || (pages ?? 0) <= pdfMaxSeenPages;
  }
}

type Asked = { text: string; files: readonly CountedFile[]; instructionTokens: number };

/** Returns the tokens of a question with its files and the instructions, by which it is priced (`countSteps`). */
export function countQuestionTokens(
  { text, files, instructionTokens }: Asked,
  { stepTokens, ...taker }: FileTaker & { stepTokens: number },
): number {
  const tokens = instructionTokens + estimateTokens(text);
  return new FileForms(taker).ofQuestion(files, { tokens, stepTokens }).tokens;
}

function hasText({ characters }: CountedFile): boolean {
  return (characters ?? 0) > 0;
}
