import type { ReactNode } from 'react';

type Props = { title: string; says: string; children: ReactNode };

/** Why no question can be asked, and what one can do. */
export function Notice({ title, says, children }: Props) {
  return (
    <section className="rounded-large border border-line bg-sunken p-4">
      <h2 className="text-16">{title}</h2>
      <output className="mt-1 block text-14 text-soft">{says}</output>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
