import { defaultPicture, pictureMaxBytes } from '#domain/account/profile.ts';
import { Button } from '#islands/shared/Button.tsx';
import { FileInput } from '#islands/chat/controls/FileInput.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { pictureOf } from '#stores/account/picture.ts';
import {
  $pictureChange,
  acceptsPicture,
  removePicture,
  savePicture,
} from '#stores/account/profile.ts';
import { useStore } from '@nanostores/react';
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

type Chosen = { file: File; url: string };

const round = 'size-24 shrink-0 rounded-full bg-line object-cover';

/** The picture of the account. The user chooses a file, moves the square that is kept, and saves it. */
export function PictureSetting({ account }: { account: { picture: string } }) {
  const { t } = useText();
  const change = useStore($pictureChange);
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  useEffect(() => () => chosen && URL.revokeObjectURL(chosen.url), [chosen]);
  const choose = ([file]: readonly File[]): void => {
    if (file && acceptsPicture(file)) setChosen({ file, url: URL.createObjectURL(file) });
  };
  const own = pictureOf(account);
  return (
    <div>
      <p className="mb-1 font-medium">{t('settings.profile.picture')}</p>
      <FileInput
        ref={picker}
        accept="image/png,image/jpeg,image/webp,image/gif"
        label={t('settings.profile.choose')}
        onChoose={choose}
      />
      {chosen ? (
        <Crop key={chosen.url} chosen={chosen} onDone={() => setChosen(undefined)} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <img src={own} alt={t('settings.profile.picture')} className={round} />
          <Button look="quiet" onClick={() => picker.current?.click()}>
            <Upload aria-hidden="true" size={16} />
            <span>{t('settings.profile.choose')}</span>
          </Button>
          {own !== defaultPicture && (
            <Button
              look="quiet"
              aria-disabled={change.state === 'saving'}
              onClick={() => void removePicture()}
            >
              {t('settings.profile.remove')}
            </Button>
          )}
        </div>
      )}
      <Outcome />
      <p className="mt-1 text-14 text-soft">
        {t('settings.profile.pictureHint', { megabytes: pictureMaxBytes / 1_000_000 })}
      </p>
    </div>
  );
}

/** Shows whether the picture was saved. */
function Outcome() {
  const { t } = useText();
  const change = useStore($pictureChange);
  return (
    <>
      <output className="mt-1 block text-14 text-soft empty:hidden">
        {change.state === 'saving' && <span>{t('conversations.settings.saving')}</span>}
        {change.state === 'saved' && <span>{t('conversations.settings.saved')}</span>}
      </output>
      <Problem problem={change.state === 'failed' ? change.problem : undefined} className="mt-1" />
    </>
  );
}

/** Shows the square of the file that is kept, with a slider that moves it along the longer side. */
function Crop({ chosen, onDone }: { chosen: Chosen; onDone: () => void }) {
  const { t } = useText();
  const [percent, setPercent] = useState(50);
  const [isSquare, setSquare] = useState(true);
  const save = async (): Promise<void> => {
    if (await savePicture(chosen.file, percent / 100)) onDone();
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <img
        src={chosen.url}
        alt={t('settings.profile.preview')}
        className={round}
        style={{ objectPosition: `${percent}% ${percent}%` }}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSquare(naturalWidth === naturalHeight)
        }
      />
      <div className="grid min-w-0 flex-1 basis-60 gap-2">
        {!isSquare && (
          <label className="block text-14">
            <span>{t('settings.profile.position')}</span>
            <input
              type="range"
              min={0}
              max={100}
              value={percent}
              className="block h-11 w-full max-w-80 accent-(--accent)"
              onChange={({ target }) => setPercent(Number(target.value))}
            />
          </label>
        )}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void save()}>{t('settings.profile.keep')}</Button>
          <Button look="quiet" onClick={onDone}>
            {t('settings.profile.cancel')}
          </Button>
        </div>
      </div>
    </div>
  );
}
