import { Button } from '#islands/shared/Button.tsx';
import { joinClasses } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { reloadPage } from '#stores/browser/navigation.ts';
import { $isOutdated } from '#stores/browser/newVersion.ts';
import { useStore } from '@nanostores/react';

/** Says above the screen, once for all parts of the page, that there is a new version. */
export function NewVersionBanner() {
  const isOutdated = useStore($isOutdated);
  return isOutdated ? <NewVersionNote className="shrink-0 bg-sunken px-4 py-2" /> : null;
}

/** The same in a modal dialog. */
export function NewVersionNote({ className }: { className: string }) {
  const { t } = useText();
  return (
    <div
      role="alert"
      className={joinClasses('flex flex-wrap items-center gap-x-4 gap-y-2', className)}
    >
      <p className="min-w-52 flex-1">{t('chat.newVersion')}</p>
      <Button look="quiet" onClick={reloadPage}>
        {t('errors.reload')}
      </Button>
    </div>
  );
}
