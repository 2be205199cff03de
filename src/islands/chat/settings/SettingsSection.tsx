import { useText } from '#islands/shared/text.tsx';
import type { ReactNode } from 'react';

type Props = {
  /** The fragment of the section's address. */
  id: string;
  /** The key of its heading. */
  title: string;
  children: ReactNode;
};

/** A section of the settings. Its heading takes the focus when the address names it. */
export function SettingsSection({ id, title, children }: Props) {
  const { t } = useText();
  return (
    <section className="min-w-0" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="mb-2 w-fit max-w-full scroll-mt-4 rounded-small text-18">
        {t(title)}
      </h2>
      {children}
    </section>
  );
}
