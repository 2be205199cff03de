import { Awake } from '#islands/shared/Awake.tsx';
import { SharingBox } from '#islands/sharing/SharingBox.tsx';
import { $sharing, openSharing } from '#stores/account/sharing.ts';
import { useStore } from '@nanostores/react';

/** Sending a post for the sharing plan, and what became of it; a button until it is pressed. */
export function SharePost({ label, loading }: { label: string; loading: string }) {
  const { state } = useStore($sharing);
  if (state === 'closed') {
    return (
      <button type="button" className="button" onClick={() => void openSharing()}>
        {label}
      </button>
    );
  }
  return (
    <Awake label={loading}>
      <SharingBox />
    </Awake>
  );
}
