import type { CodePiece } from '#islands/answer/highlight.ts';
import { partsOfCode, partsOfPieces } from '#islands/answer/codeParts.ts';
import { memo, useEffect, useMemo, useState } from 'react';

type Props = {
  code: string;
  /** The highlighted code, when it is ready. */
  pieces: readonly CodePiece[] | undefined;
};

/** Parts that are highlighted at once: about a screen of lines. */
const firstParts = 2;

/**
 * The lines of code in parts, of which only the last one changes while the code grows. Long code is highlighted part by
 * part, because thousands of new elements at once would block the page.
 */
export function CodeLines({ code, pieces }: Props) {
  const texts = partsOfCode(code);
  const highlighted = useMemo(() => (pieces ? partsOfPieces(pieces) : []), [pieces]);
  const steps = useSteps(highlighted.length);
  if (texts.length === 1) return <Part text={code} pieces={highlighted[0]} />;
  return texts.map((text, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- code only grows at its end
    <span key={index} className="block">
      <Part text={text} pieces={index < steps ? highlighted[index] : undefined} />
    </span>
  ));
}

/** Returns a number that grows up to `count` by one in each frame. */
function useSteps(count: number): number {
  const [steps, setSteps] = useState(firstParts);
  useEffect(() => {
    if (steps >= count) return undefined;
    const frame = requestAnimationFrame(() => setSteps(steps + 1));
    return () => cancelAnimationFrame(frame);
  }, [steps, count]);
  return steps;
}

type PartProps = { text: string; pieces: readonly CodePiece[] | undefined };

const Part = memo(function Part({ text, pieces }: PartProps) {
  return pieces ? pieces.map(renderPiece) : <span>{text}</span>;
});

function renderPiece({ text, role }: CodePiece, index: number) {
  if (role === undefined) return text;
  return (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a code never change
    <span key={index} className={role}>
      {text}
    </span>
  );
}
