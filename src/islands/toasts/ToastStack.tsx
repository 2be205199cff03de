import { $toasts } from '#stores/toasts.ts';
import { useStore } from '@nanostores/react';
import { Suspense, lazy, useState } from 'react';

const Toaster = lazy(async () => ({
  default: (await import('#islands/toasts/Toaster.tsx')).Toaster,
}));

/** Shows notifications; their library is loaded when the first one comes. */
export function ToastStack() {
  const waiting = useStore($toasts).length > 0;
  const [needed, setNeeded] = useState(waiting);
  if (waiting && !needed) setNeeded(true);
  return needed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
