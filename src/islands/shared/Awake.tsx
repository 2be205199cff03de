import { Spinner } from '#islands/shared/Spinner.tsx';
import { type PageText, TextProvider, readPageText } from '#islands/shared/text.tsx';
import { type ReactNode, useEffect, useState } from 'react';

/**
 * The content of an island that sleeps in the page's HTML as a spinner (with a label) or as nothing, and reads the
 * page's texts when it wakes.
 */
export function Awake({ label, children }: { label?: string; children: ReactNode }) {
  const [text, setText] = useState<PageText>();
  useEffect(() => setText(readPageText()), []);
  if (text) return <TextProvider {...text}>{children}</TextProvider>;
  return label === undefined ? null : <Spinner label={label} />;
}
