import { Hydrated } from '#islands/shared/Hydrated.tsx';
import { ToastStack } from '#islands/toasts/ToastStack.tsx';

/** The notifications of a site page. The island hydrates with the first one. */
export function Toasts() {
  return (
    <Hydrated>
      <ToastStack />
    </Hydrated>
  );
}
