import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useEffect, useState } from 'react';

const SelectionBar = lazyPart(
  async () => (await import('#islands/chat/message/SelectionBar.tsx')).SelectionBar,
);

/** Offers actions for selected text. Their code is fetched with the first selection. */
export function SelectionWatch() {
  const [hasSelection, setHasSelection] = useState(false);
  useEffect(() => {
    if (hasSelection) return undefined;
    const look = (): void => setHasSelection(getSelection()?.isCollapsed === false);
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [hasSelection]);
  return hasSelection ? <SelectionBar /> : null;
}
