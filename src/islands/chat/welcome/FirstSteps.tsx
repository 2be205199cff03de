import { chatPath, chatScreenPath } from '#domain/chat/chatPaths.ts';
import { starterNames } from '#domain/chat/chat.ts';
import { suggestionSetFor } from '#domain/chat/suggestions.ts';
import { acceptedFiles } from '#islands/chat/composer/acceptedFiles.ts';
import { attach } from '#islands/chat/composer/attach.ts';
import { FileInput } from '#islands/chat/controls/FileInput.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { GptChoices } from '#islands/chat/welcome/GptChoices.tsx';
import { Starters } from '#islands/chat/welcome/Starters.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $models } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';
import { Globe, Image, Paperclip } from 'lucide-react';
import { useRef } from 'react';

const way =
  'inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-line px-3 text-14 text-soft hover:border-line-strong hover:text-ink touch:min-h-11 max-md:size-full max-md:gap-1.5 max-md:rounded-large max-md:px-2 max-md:py-1 max-md:text-start max-md:leading-tight wrap-normal';

type Props = { subject: Extract<Subject, { state: 'model' }> };

/** The first steps in an empty chat with a text model: suggested questions, a file, AI search, a picture, GPTs. */
export function FirstSteps({ subject: { model } }: Props) {
  const { t } = useText();
  const set = suggestionSetFor(model.id);
  const suggestions = starterNames.map((name) => t(`chat.suggestions.${set}.${name}`));
  return (
    <>
      {/* The user completes a text with a colon. Full-width punctuation needs no space after it. */}
      <Starters isShort starters={suggestions.map((text) => text.replace(/:$/, ': '))} />
      <Ways />
      <GptChoices />
    </>
  );
}

/** Ways to begin other than with a typed question. */
function Ways() {
  const { t, language } = useText();
  const { models } = useStore($models);
  const input = useRef<HTMLInputElement>(null);
  const painter = models.find(({ kind, available }) => kind === 'picture' && available);
  const icon = { 'aria-hidden': true, size: 16, className: 'shrink-0 text-faint' } as const;
  return (
    // One row on a phone, where long texts have two lines.
    <ul className="mt-4 flex flex-wrap gap-2 max-md:mt-2 max-md:min-[22rem]:flex-nowrap max-md:*:flex-auto">
      <li>
        <button type="button" className={way} onClick={() => input.current?.click()}>
          <Paperclip {...icon} />
          <span>{t('chat.first.attach')}</span>
        </button>
        <FileInput
          ref={input}
          multiple
          accept={acceptedFiles}
          label={t('chat.first.attach')}
          onChoose={attach}
        />
      </li>
      <li>
        <a className={way} href={chatScreenPath(language, 'search')}>
          <Globe {...icon} />
          <span>{t('chat.sidebar.search')}</span>
        </a>
      </li>
      {painter && (
        <li>
          <a className={way} href={chatPath(language, { group: painter.group, model: painter.id })}>
            <Image {...icon} />
            <span>{t('chat.first.picture')}</span>
          </a>
        </li>
      )}
    </ul>
  );
}
