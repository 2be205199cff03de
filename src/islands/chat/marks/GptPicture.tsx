import { glyphPath } from '#domain/gpts/gptPaths.ts';
import { type MarkSource, markOf, patternOf } from '#domain/gpts/mark.ts';
import { joinClasses } from '#islands/shared/classes.ts';

type Props = { gpt: MarkSource; className: string };

/** The generated picture of a GPT, as on its page (`parts/gptMark.ts`). */
export function GptPicture({ gpt, className }: Props) {
  const { id, hue, glyph } = markOf(gpt);
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={joinClasses(`mark mark-${hue}`, className)}
    >
      <path d={patternOf(id)} />
      <use x="5" y="5" width="14" height="14" href={glyphPath(glyph)} />
    </svg>
  );
}
