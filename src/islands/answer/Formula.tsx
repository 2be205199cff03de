import { hasChemistry } from '#markdown/formulaLimits.ts';
import { Suspense, lazy } from 'react';

const formulas = {
  maths: lazyFormula(() => Promise.resolve()),
  chemistry: lazyFormula(() => import('katex/contrib/mhchem')),
};

type Props = { source: string; raw: string; display: boolean };

/** A formula. It is shown as its source until KaTeX has been fetched, and when it cannot be fetched. */
export function Formula(props: Props) {
  const KatexFormula = formulas[hasChemistry(props.source) ? 'chemistry' : 'maths'];
  return (
    <Suspense fallback={<Source {...props} />}>
      <KatexFormula {...props} />
    </Suspense>
  );
}

function Source({ raw }: { raw: string }) {
  return <span translate="no">{raw.trim()}</span>;
}

/** Fetches KaTeX and an extension of it. */
function lazyFormula(extend: () => Promise<unknown>) {
  return lazy(async () => {
    try {
      const [{ KatexFormula }] = await Promise.all([
        import('#islands/answer/KatexFormula.tsx'),
        extend(),
      ]);
      return { default: KatexFormula };
    } catch {
      return { default: Source };
    }
  });
}
