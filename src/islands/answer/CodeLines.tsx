import type { CodePiece } from '#islands/answer/highlight.ts';
import { partsOfCode, partsOfPieces } from '#islands/answer/codeParts.ts';
import { memo, useEffect, useMemo, useState } from 'react';

type Props = {
  code: string;
  /** The same in its colours, once they are known. */
  pieces: readonly CodePiece[] | undefined;
};

/** Parts that have their colours at once: about a screen of lines. */
const firstParts = 2;

/**
 * The lines of code in parts. While it is written only the last part changes; a long one gets its colours part by part,
 * as thousands of elements at once would stop the page for a while.
 */
export function CodeLines({ code, pieces }: Props) {
  const texts = partsOfCode(code);
  const coloured = useMemo(() => (pieces ? partsOfPieces(pieces) : []), [pieces]);
  const steps = useSteps(coloured.length);
  if (texts.length === 1) return <Part text={code} pieces={coloured[0]} />;
  return texts.map((text, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- code only grows at its end
    <span key={place} className="block">
      <Part text={text} pieces={place < steps ? coloured[place] : undefined} />
    </span>
  ));
}

/** Goes up to `count`, one step a frame. */
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
  return pieces ? pieces.map(coloured) : text;
});

function coloured({ text, role }: CodePiece, place: number) {
  if (role === undefined) return text;
  return (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a code never change
    <span key={place} className={role}>
      {text}
    </span>
  );
}
