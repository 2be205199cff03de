import { ComposerFoot } from '#islands/chat/composer/ComposerFoot.tsx';
import { DropFrame } from '#islands/chat/composer/DropFrame.tsx';
import { UnsentQuestion } from '#islands/chat/message/UnsentQuestion.tsx';
import { preloadMarkdown } from '#islands/chat/answerParts/Markdown.tsx';
import { doesEnterSend, isSendKey } from '#islands/chat/controls/sendKey.ts';
import { useQuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import { type Subject, isSearch, mediaKindOf } from '#islands/chat/subject/useSubject.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { $attachments, $refusedFiles } from '#stores/drafts/attachments.ts';
import { $chatSettings } from '#stores/chat/chatSettings.ts';
import { $areModelsRequested } from '#stores/models/models.ts';
import { sendDraft } from '#stores/chat/sending.ts';
import { useStore } from '@nanostores/react';
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { $draft, editDraft } from '#stores/drafts/drafts.ts';

const DraftFiles = lazyPart(
  async () => (await import('#islands/chat/composer/DraftFiles.tsx')).DraftFiles,
);

const MediaOptionFields = lazyPart(
  async () => (await import('#islands/chat/media/MediaOptionFields.tsx')).MediaOptionFields,
);

/** The message box. It grows with its text, takes files, and sends with the key from the settings. */
export function Composer({ subject }: { subject: Subject }) {
  const { t } = useText();
  const { field, onInput } = useDraftField();
  const limit = useQuestionLimit(subject);
  const sendKey = useStore($chatSettings).send_key;
  const hasFiles = useStore($attachments).length + useStore($refusedFiles).length > 0;
  const kind = mediaKindOf(subject);
  // The options appear when it is known that the model is available. Otherwise the box might grow and shrink again.
  const hasOptions = useStore($areModelsRequested) && kind !== undefined;
  const placeholder = usePlaceholder(subject);
  useEffect(() => whenIdle(UnsentQuestion.preload), []);
  // Depends on the device, which the page's HTML does not know.
  useEffect(() => {
    field.current?.setAttribute('enterkeyhint', doesEnterSend(sendKey) ? 'send' : 'enter');
  }, [field, sendKey]);

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
      {hasFiles && <DraftFiles />}
      {hasOptions && subject.state === 'model' && (
        <MediaOptionFields kind={kind} price={subject.model.price} />
      )}
      <label htmlFor="message" className="sr-only">
        {t('chat.composer.label')}
      </label>
      <textarea
        ref={field}
        id="message"
        name="message"
        rows={1}
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

function usePlaceholder(subject: Subject): string {
  const { t } = useText();
  const kind = mediaKindOf(subject);
  if (isSearch(subject)) return t('chat.search.placeholder');
  if (kind) return t(`chat.media.prompt.${kind}`);
  const { name } = subject;
  return name ? t('chat.composer.placeholder', { name }) : t('chat.composer.anyPlaceholder');
}

/** Announces the state of the uploads. */
function ComposerStatus() {
  const { t } = useText();
  const attachments = useStore($attachments);
  const uploading = attachments.filter(({ state }) => state === 'uploading').length;
  const ready = attachments.filter(({ state }) => state === 'ready').length;
  return (
    <output className="sr-only">
      {uploading > 0 && <span>{t('composer.files.uploading', { count: uploading })}</span>}
      {uploading === 0 && ready > 0 && <span>{t('composer.files.ready', { count: ready })}</span>}
    </output>
  );
}

/**
 * Binds a text field to the draft as an uncontrolled field. Text typed before hydration stays, with focus and selection,
 * and typing never waits for a render.
 */
function useDraftField(): {
  field: RefObject<HTMLTextAreaElement | null>;
  onInput: () => void;
} {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const box = field.current;
    if (box && box.value !== '' && $draft.get().key === undefined) editDraft(box.value);
  }, []);
  useEffect(
    () =>
      $draft.subscribe(({ text }) => {
        const box = field.current;
        if (!box) return;
        if (box.value !== text) box.value = text;
        grow(box);
      }),
    [],
  );
  return { field, onInput: () => editDraft(field.current?.value ?? '') };
}

/** Makes the field as high as its text, in browsers that do not do it themselves. */
function grow(box: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
