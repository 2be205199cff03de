import { fetchLater } from '#islands/shared/fetchLater.ts';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { $toasts } from '#stores/browser/toasts.ts';
import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';

const loadToaster = () => import('#islands/toasts/Toaster.tsx');
const Toaster = fetchLater(
  async () => (await loadToaster()).Toaster,
  () => null,
);

/** Shows notifications. Their library is fetched ahead: many tell that the connection is gone. */
export function ToastStack() {
  useEffect(() => whenIdle(() => void loadToaster().catch(() => undefined)), []);
  const waiting = useStore($toasts).length > 0;
  const [needed, setNeeded] = useState(waiting);
  if (waiting && !needed) setNeeded(true);
  return needed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
