import { postLinkMaxCharacters } from '#domain/sharing/postLinks.ts';
import { screenshotMaxBytes } from '#domain/sharing/sharing.ts';
import { formatOf } from '#i18n/format.ts';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { sendPost } from '#stores/account/sharing.ts';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';

type Props = {
  /** Whether the user has sent no post before. */
  isFirst: boolean;
  sending: boolean;
  problem: Message | undefined;
};

/** The form for a post: its address, a screenshot, or both. */
export function PostForm({ isFirst, sending, problem }: Props) {
  const { t, language } = useText();
  const id = useId();
  const [link, setLink] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void sendPost(link, file.current?.files?.[0], language);
  };
  return (
    <form method="post" className="grid w-full max-w-105 gap-4" onSubmit={submit} noValidate>
      <h2 className="text-18">{t(isFirst ? 'sharing.heading' : 'sharing.again')}</h2>
      <div className="grid gap-1.5">
        <label htmlFor={`${id}-link`} className="text-14 font-medium">
          {t('sharing.link')}
        </label>
        <input
          id={`${id}-link`}
          className={field}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={postLinkMaxCharacters}
          value={link}
          onChange={(event) => setLink(event.target.value)}
          aria-describedby={`${id}-hint ${id}-problem`}
        />
      </div>
      <Screenshot id={id} file={file} />
      <Problem id={`${id}-problem`} problem={problem} />
      <button type="submit" className="button" disabled={sending}>
        {t(sending ? 'sharing.sending' : 'sharing.send')}
      </button>
    </form>
  );
}

function Screenshot({ id, file }: { id: string; file: RefObject<HTMLInputElement | null> }) {
  const { t, language } = useText();
  const megabytes = formatOf(language).number(screenshotMaxBytes / 1_000_000);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={`${id}-file`} className="text-14 font-medium">
        {t('sharing.screenshot')}
      </label>
      <input
        ref={file}
        id={`${id}-file`}
        className="min-h-10 w-full min-w-0 text-14 text-soft file:mr-3 file:min-h-10 file:cursor-pointer file:rounded-small file:border file:border-line-strong file:bg-surface file:px-3 file:text-ink touch:file:min-h-11"
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-describedby={`${id}-hint ${id}-problem`}
      />
      <p id={`${id}-hint`} className="text-14 text-soft">
        {t('sharing.hint', { megabytes })}
      </p>
    </div>
  );
}
