import { useText } from '#islands/shared/text.tsx';
import { smallButton } from '#islands/shared/classes.ts';
import { $mediaDeletions, deleteFromGallery } from '#stores/media/gallery.ts';
import { notify } from '#stores/browser/toasts.ts';
import { useStore } from '@nanostores/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

/** Deletes a file, once that was confirmed: nothing brings it back. */
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
            <button
              type="button"
              ref={focus}
              className="button text-14"
              disabled={isDeleting}
              onClick={() => void remove()}
            >
              {t('chat.media.delete')}
            </button>
            <button
              type="button"
              className="button button-quiet text-14"
              disabled={isDeleting}
              onClick={() => setAsking(false)}
            >
              {t('chat.media.keep')}
            </button>
          </div>
        </fieldset>
      ) : (
        <button
          type="button"
          className={`${smallButton} -ml-2 w-max`}
          ref={wasAsked ? focus : undefined}
          title={t('chat.media.delete')}
          onClick={ask}
        >
          <Trash2 aria-hidden="true" size={15} />
          {/* Two tiles beside the sidebar of a small desk have no room for the word in their last line. */}
          <span className="max-lg:md:sr-only">{t('chat.media.delete')}</span>
        </button>
      )}
      <p role="alert" className="w-full text-14 text-negative empty:hidden">
        {deletion !== undefined && deletion !== 'deleting' && t(deletion.key, deletion.values)}
      </p>
    </>
  );
}

/** A button that takes the place of the one that was pressed takes the focus, too. */
function focus(button: HTMLElement | null): void {
  button?.focus();
}
