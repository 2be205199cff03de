import { Button } from '#islands/shared/Button.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $mediaDeletions, deleteFromGallery } from '#stores/media/gallery.ts';
import { notify } from '#stores/browser/toasts.ts';
import { useStore } from '@nanostores/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

/** A button that deletes a file for ever, after a confirmation. */
export function DeleteMedia({ id }: { id: string }) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const deletion = useStore($mediaDeletions)[id];
  const isDeleting = deletion === 'deleting';
  const remove = async (): Promise<void> => {
    if (!(await deleteFromGallery(id))) return;
    notify('success', 'chat.media.isDeleted');
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  const ask = (): void => {
    setAsking(true);
    setAsked(true);
  };
  return (
    <>
      {isAsking ? (
        <fieldset className="w-full text-14">
          <legend className="mb-1.5">{t('chat.media.confirm')}</legend>
          <div className="flex flex-wrap gap-2">
            <Button
              ref={focus}
              className="button-danger text-14"
              disabled={isDeleting}
              onClick={() => void remove()}
            >
              {t('chat.media.delete')}
            </Button>
            <Button
              look="quiet"
              className="text-14"
              disabled={isDeleting}
              onClick={() => setAsking(false)}
            >
              {t('chat.media.keep')}
            </Button>
          </div>
        </fieldset>
      ) : (
        <Button
          look="small"
          className="-ml-2 w-max"
          ref={wasAsked ? focus : undefined}
          onClick={ask}
        >
          <Trash2 aria-hidden="true" size={15} />
          <span>{t('chat.media.delete')}</span>
        </Button>
      )}
      <Problem problem={deletion === 'deleting' ? undefined : deletion} className="w-full" />
    </>
  );
}

/** The button that replaces the pressed one takes its focus. */
function focus(button: HTMLElement | null): void {
  button?.focus();
}
