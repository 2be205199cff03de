import { Awake } from '#islands/shared/Awake.tsx';
import { ToastStack } from '#islands/toasts/ToastStack.tsx';

/** Notifications of a site page; it sleeps until the first one comes. */
export function Toasts() {
  return (
    <Awake>
      <ToastStack />
    </Awake>
  );
}
