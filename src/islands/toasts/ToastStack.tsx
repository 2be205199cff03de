import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { $toasts } from '#stores/browser/toasts.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';

const Toaster = lazyPart(async () => (await import('#islands/toasts/Toaster.tsx')).Toaster);

/** Shows notifications. Their library is fetched ahead, because many of them report a lost connection. */
export function ToastStack() {
  useEffect(() => whenIdle(Toaster.preload), []);
  const hasToasts = useStore($toasts).length > 0;
  const [isNeeded, setNeeded] = useState(hasToasts);
  if (hasToasts && !isNeeded) setNeeded(true);
  return isNeeded ? <Toaster /> : null;
}
