import type { MarkSource } from '#domain/gpts/mark.ts';
import { type ModelGroup, findModel } from '#domain/models/models.ts';
import { joinClasses } from '#islands/shared/classes.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';

type PictureProps = { gpt: MarkSource; className: string };

/** The topics of all pictures are many words, which the first question does not need. */
const GptPicture = lazyPart(
  async () => (await import('#islands/chat/marks/GptPicture.tsx')).GptPicture,
  { waiting: EmptyPicture, failed: EmptyPicture },
);

/** The mark of a GPT, empty until its fields are known. `className` has its size and its corners. */
export function GptMark({ gpt, className }: { gpt: MarkSource | undefined; className: string }) {
  return gpt ? <GptPicture gpt={gpt} className={className} /> : <EmptyMark className={className} />;
}

/** The hues of marks by group (`styles/marks.css`). */
const hues: Readonly<Record<ModelGroup, number>> = { openai: 4, claude: 1, llama: 6, art: 7 };

/** The mark of a model: the first letter of its title. A style draws the letter, so that it is not part of any text. */
export function ModelMark({ id, title = id, className }: ModelProps) {
  const hue = hues[findModel(id)?.group ?? 'openai'];
  return (
    <span
      aria-hidden="true"
      data-letter={title.charAt(0).toUpperCase()}
      className={joinClasses(
        `mark mark-${hue} grid place-items-center font-semibold leading-none before:content-[attr(data-letter)]`,
        className,
      )}
    />
  );
}

type ModelProps = {
  id: string;
  title?: string | undefined;
  /** The size, the corners and the size of the letter. */
  className: string;
};

function EmptyPicture({ className }: PictureProps) {
  return <EmptyMark className={className} />;
}

function EmptyMark({ className }: { className: string }) {
  return <span aria-hidden="true" className={joinClasses('block shrink-0 bg-line', className)} />;
}
