import { Suspense, lazy } from 'react';

const DrawnFormula = lazy(async () => {
  // Where the code cannot be fetched, formulas stay as they were written.
  const drawn = await import('#islands/answer/DrawnFormula.tsx').catch(() => undefined);
  return { default: drawn?.DrawnFormula ?? Source };
});

type Props = { source: string; raw: string; display: boolean };

/** A formula; until the code that draws it is there, as it was written. */
export function Formula(props: Props) {
  return (
    <Suspense fallback={<Source {...props} />}>
      <DrawnFormula {...props} />
    </Suspense>
  );
}

function Source({ raw }: { raw: string }) {
  return <span>{raw.trim()}</span>;
}
