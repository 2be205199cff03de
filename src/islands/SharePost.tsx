import { Button } from '#islands/shared/Button.tsx';
import { Hydrated } from '#islands/shared/Hydrated.tsx';
import { SharingBox } from '#islands/sharing/SharingBox.tsx';
import { $sharing, openSharing } from '#stores/account/sharing.ts';
import { useStore } from '@nanostores/react';

/** A button that opens the user's post for the sharing plan, and then the post with its state. */
export function SharePost({ label, loading }: { label: string; loading: string }) {
  const { state } = useStore($sharing);
  if (state === 'closed') {
    return <Button onClick={() => void openSharing()}>{label}</Button>;
  }
  return (
    <Hydrated label={loading}>
      <SharingBox />
    </Hydrated>
  );
}
