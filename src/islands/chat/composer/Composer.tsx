import type { MediaKind } from '#domain/media.ts';
import { ComposerFoot } from '#islands/chat/composer/ComposerFoot.tsx';
import { ComposerStatus } from '#islands/chat/composer/ComposerStatus.tsx';
import { DropFrame } from '#islands/chat/composer/DropFrame.tsx';
import { preloadUnsent } from '#islands/chat/message/UnsentQuestion.tsx';
import { preloadMarkdown } from '#islands/chat/message/Markdown.tsx';
import { isSendKey } from '#islands/chat/composer/sendKey.ts';
import { useDraftField } from '#islands/chat/composer/useDraftField.ts';
import { useQuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import { type Subject, isSearch, mediaKindOf } from '#islands/chat/useSubject.ts';
import { fetchLater } from '#islands/shared/fetchLater.ts';
import { useText } from '#islands/shared/text.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { $attachments, $refusedFiles } from '#stores/chat/attachments.ts';
import { $chatSettings } from '#stores/chat/chatSettings.ts';
import { $areModelsRequested } from '#stores/models/models.ts';
import { sendDraft } from '#stores/chat/sending.ts';
import { useStore } from '@nanostores/react';
import { type FormEvent, type KeyboardEvent, Suspense, useEffect } from 'react';

const DraftFiles = fetchLater(
  async () => (await import('#islands/chat/composer/DraftFiles.tsx')).DraftFiles,
  () => null,
);

const MediaOptionFields = fetchLater(
  async () => (await import('#islands/chat/media/MediaOptionFields.tsx')).MediaOptionFields,
  () => null,
);

/** Before the models were asked for, nobody knows whether anything can be made, and the box would grow and shrink again. */
function MediaOptions({ kind, price }: { kind: MediaKind; price: number }) {
  if (!useStore($areModelsRequested)) return null;
  return (
    <Suspense fallback={null}>
      <MediaOptionFields kind={kind} price={price} />
    </Suspense>
  );
}

/** The message box: it grows with its text, takes files, and sends with the key of the settings. */
export function Composer({ subject }: { subject: Subject }) {
  const { t } = useText();
  const { field, onInput } = useDraftField();
  const limit = useQuestionLimit(subject);
  const sendKey = useStore($chatSettings).send_key;
  const hasFiles = useStore($attachments).length + useStore($refusedFiles).length > 0;
  const kind = mediaKindOf(subject);
  const placeholder = usePlaceholder(subject);
  useEffect(() => whenIdle(preloadUnsent), []);

  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (limit.blocked) return;
    preloadMarkdown();
    sendDraft();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isSendKey(event.nativeEvent, sendKey)) send(event);
  };

  return (
    <form
      method="post"
      onSubmit={send}
      className="rounded-large border border-line-strong bg-raised focus-within:border-accent"
    >
      {hasFiles && (
        <Suspense fallback={null}>
          <DraftFiles />
        </Suspense>
      )}
      {kind && subject.state === 'model' && (
        <MediaOptions kind={kind} price={subject.model.price} />
      )}
      <label htmlFor="message" className="sr-only">
        {t('chat.composer.label')}
      </label>
      <textarea
        ref={field}
        id="message"
        name="message"
        rows={1}
        enterKeyHint={sendKey === 'enter' ? 'send' : 'enter'}
        autoComplete="off"
        className="block max-h-[40dvh] min-h-12 short:max-h-[25dvh] w-full resize-none bg-transparent px-4 pt-3 pb-1 text-16 outline-none placeholder:text-faint field-sizing-content aria-busy:animate-pulse"
        placeholder={placeholder}
        aria-describedby="message-foot"
        aria-invalid={limit.tooLong > 0}
        onInput={onInput}
        onKeyDown={onKeyDown}
      />
      <ComposerFoot subject={subject} limit={limit} />
      <ComposerStatus />
      <DropFrame />
    </form>
  );
}

/** The placeholder of an empty box. */
function usePlaceholder(subject: Subject): string {
  const { t } = useText();
  const kind = mediaKindOf(subject);
  if (isSearch(subject)) return t('chat.search.placeholder');
  if (kind) return t(`chat.media.prompt.${kind}`);
  const name = 'name' in subject ? subject.name : undefined;
  return name ? t('chat.composer.placeholder', { name }) : t('chat.composer.anyPlaceholder');
}
