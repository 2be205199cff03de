import type { ReactNode } from 'react';

type Props = { title: string; text: string; note?: ReactNode; children: ReactNode };

/** Shows why no question can be sent, with actions that help. */
export function BlockedNotice({ title, text, note, children }: Props) {
  return (
    <section className="rounded-large border border-line bg-sunken p-4">
      <h2 className="text-16">{title}</h2>
      <output className="mt-1 block text-14 text-soft">{text}</output>
      {note}
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
