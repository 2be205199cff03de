import {
  type MediaKind,
  mediaPriceOf,
  musicStyleMaxCharacters,
  musicTitleMaxCharacters,
  pictureQualities,
  pictureSizes,
  videoRatios,
  videoSeconds,
} from '#domain/media/media.ts';
import { PricedOptions } from '#islands/chat/media/PricedOptions.tsx';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { $mediaOptions, chooseMediaOptions } from '#stores/media/mediaOptions.ts';
import { useStore } from '@nanostores/react';

/** `price`: credits with the default options. */
type Priced = { price: number };

type Props<Value extends string | number> = {
  label: string;
  values: readonly Value[];
  chosen: Value;
  nameOf: (value: Value) => string;
  onChoose: (value: Value) => void;
};

/** The options of a picture, music or a video: size, quality, style, length. Some change the price. */
export function MediaOptionFields({ kind, price }: { kind: MediaKind } & Priced) {
  const { t } = useText();
  return (
    <fieldset className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-2.5">
      <legend className="sr-only">{t('chat.media.options')}</legend>
      {kind === 'picture' && <PictureFields price={price} />}
      {kind === 'music' && <MusicFields />}
      {kind === 'video' && <VideoFields price={price} />}
    </fieldset>
  );
}

function PictureFields({ price }: Priced) {
  const { t } = useText();
  const { picture } = useStore($mediaOptions);
  return (
    <>
      <OptionMenu
        label={t('chat.media.size')}
        values={pictureSizes}
        chosen={picture.size}
        nameOf={(size) => t(`chat.media.sizes.${size}`)}
        onChoose={(size) => chooseMediaOptions({ ...picture, size })}
      />
      <PricedOptions
        label={t('chat.media.quality')}
        values={pictureQualities}
        chosen={picture.quality}
        nameOf={(quality) => t(`chat.media.qualities.${quality}`)}
        priceOf={(quality) => mediaPriceOf(price, { ...picture, quality })}
        onChoose={(quality) => chooseMediaOptions({ ...picture, quality })}
      />
    </>
  );
}

function VideoFields({ price }: Priced) {
  const { t } = useText();
  const { video } = useStore($mediaOptions);
  return (
    <>
      <OptionMenu
        label={t('chat.media.ratio')}
        values={videoRatios}
        chosen={video.ratio}
        nameOf={(ratio) => ratio}
        onChoose={(ratio) => chooseMediaOptions({ ...video, ratio })}
      />
      <PricedOptions
        label={t('chat.media.length')}
        values={videoSeconds}
        chosen={video.seconds}
        nameOf={(count) => t('chat.media.seconds', { count })}
        priceOf={(seconds) => mediaPriceOf(price, { ...video, seconds })}
        onChoose={(seconds) => chooseMediaOptions({ ...video, seconds })}
      />
    </>
  );
}

function MusicFields() {
  const { t } = useText();
  const { music } = useStore($mediaOptions);
  return (
    <>
      <TextOption
        label={t('chat.media.songTitle')}
        value={music.title}
        maxLength={musicTitleMaxCharacters}
        onChange={(title) => chooseMediaOptions({ ...music, title })}
      />
      <TextOption
        label={t('chat.media.style')}
        value={music.style}
        maxLength={musicStyleMaxCharacters}
        onChange={(style) => chooseMediaOptions({ ...music, style })}
      />
      <label className="flex min-h-10 items-center gap-2 text-14 touch:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={music.instrumental}
          onChange={({ target }) => chooseMediaOptions({ ...music, instrumental: target.checked })}
        />
        <span>{t('chat.media.instrumental')}</span>
      </label>
    </>
  );
}

type TextProps = {
  label: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
};

function TextOption({ label, value, maxLength, onChange }: TextProps) {
  return (
    <label className="grid min-w-36 flex-1 gap-0.5 text-12 text-soft">
      <span>{label}</span>
      <input
        className={field}
        value={value}
        maxLength={maxLength}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

/** A menu of values with a label above it. */
function OptionMenu<Value extends string | number>(props: Props<Value>) {
  const { label, values, chosen, nameOf, onChoose } = props;
  const choose = (text: string): void => {
    const value = values.find((one) => String(one) === text);
    if (value !== undefined) onChoose(value);
  };
  return (
    <label className="grid min-w-28 gap-0.5 text-12 text-soft">
      <span className="max-md:sr-only">{label}</span>
      <select
        className={field}
        value={String(chosen)}
        onChange={({ target }) => choose(target.value)}
      >
        {values.map((value) => (
          <option key={value} value={String(value)}>
            {nameOf(value)}
          </option>
        ))}
      </select>
    </label>
  );
}
