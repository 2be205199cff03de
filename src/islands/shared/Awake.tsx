import { Spinner } from '#islands/shared/Spinner.tsx';
import { TextProvider, readPageText } from '#islands/shared/text.tsx';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';

/**
 * The content of an island that sleeps in the page's HTML as a spinner (with a label) or as nothing, and reads the
 * page's texts when it wakes.
 */
export function Awake({ label, children }: { label?: string; children: ReactNode }) {
  const awake = useAwake();
  const text = useMemo(() => (awake ? readPageText() : undefined), [awake]);
  if (text) return <TextProvider {...text}>{children}</TextProvider>;
  return label === undefined ? null : <Spinner label={label} />;
}

/** Whether an island draws for the browser: what it draws first must be what stands in the page’s HTML. */
export function useAwake(): boolean {
  return useSyncExternalStore(neverChanges, inBrowser, inBuild);
}

/** React draws the first time as in the build, and at once again as in the browser. */
const inBrowser = () => true;
const inBuild = () => false;
const neverChanges = () => () => undefined;
