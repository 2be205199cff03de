import { Spinner } from '#islands/shared/Spinner.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { PostForm } from '#islands/sharing/PostForm.tsx';
import { PostState } from '#islands/sharing/PostState.tsx';
import { $sharing, openSharing } from '#stores/account/sharing.ts';
import { useStore } from '@nanostores/react';

/** The user's post with its state, and the form for a new one. */
export function SharingBox() {
  const { t } = useText();
  const sharing = useStore($sharing);
  switch (sharing.state) {
    case 'closed':
      return null;
    case 'loading':
      return <Spinner label={t('sharing.loading')} />;
    case 'visitor':
      return <OpenButton label={t('sharing.signIn')} />;
    case 'failed':
      return (
        <div className="grid gap-3">
          <p role="alert" className="text-negative">
            {t(sharing.problem.key, sharing.problem.values)}
          </p>
          <OpenButton label={t('sharing.retry')} />
        </div>
      );
    case 'open': {
      const { post, can_send: canSend } = sharing.sharing;
      return (
        <div className="grid w-full gap-6">
          <div aria-live="polite" className="empty:hidden">
            {post && <PostState post={post} />}
          </div>
          {canSend && (
            <PostForm isFirst={post === null} sending={sharing.sending} problem={sharing.problem} />
          )}
          {!canSend && !post && <p>{t('sharing.ended')}</p>}
        </div>
      );
    }
  }
}

function OpenButton({ label }: { label: string }) {
  return <Button onClick={() => void openSharing()}>{label}</Button>;
}
