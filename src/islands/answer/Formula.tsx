import { Suspense, lazy } from 'react';

const KatexFormula = lazy(async () => {
  const katex = await import('#islands/answer/KatexFormula.tsx').catch(() => undefined);
  return { default: katex?.KatexFormula ?? Source };
});

type Props = { source: string; raw: string; display: boolean };

/** A formula. It is shown as its source until KaTeX has been fetched, and when it cannot be fetched. */
export function Formula(props: Props) {
  return (
    <Suspense fallback={<Source {...props} />}>
      <KatexFormula {...props} />
    </Suspense>
  );
}

function Source({ raw }: { raw: string }) {
  return <span translate="no">{raw.trim()}</span>;
}
