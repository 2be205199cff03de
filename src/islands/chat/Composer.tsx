import { ComposerFoot } from '#islands/chat/ComposerFoot.tsx';
import { useDraftField } from '#islands/chat/useDraftField.ts';
import { useQuestionLimit } from '#islands/chat/useQuestionLimit.ts';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { askDraft } from '#stores/chat.ts';
import { preloadMarkdown } from '#islands/chat/Markdown.tsx';
import type { FormEvent, KeyboardEvent } from 'react';

/** The message box: it grows with its text; Enter sends, Shift+Enter breaks the line. */
export function Composer({ subject }: { subject: Subject }) {
  const { t } = useText();
  const { field, onInput } = useDraftField();
  const limit = useQuestionLimit(subject);
  const name = 'name' in subject ? subject.name : undefined;

  const send = (): void => {
    if (limit.blocked) return;
    preloadMarkdown();
    askDraft();
    field.current?.focus();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, Enter chooses a word; 229 is what old browsers say then.
    if (event.key !== 'Enter' || event.shiftKey) return;
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      onSubmit={onSubmit}
      className="rounded-large border border-line-strong bg-raised focus-within:border-accent"
    >
      <label htmlFor="message" className="sr-only">
        {t('chat.composer.label')}
      </label>
      <textarea
        ref={field}
        id="message"
        name="message"
        rows={1}
        enterKeyHint="send"
        autoComplete="off"
        className="block max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-16 outline-none placeholder:text-faint field-sizing-content"
        placeholder={
          name ? t('chat.composer.placeholder', { name }) : t('chat.composer.anyPlaceholder')
        }
        aria-describedby="message-foot"
        aria-invalid={limit.tooLong > 0}
        onInput={onInput}
        onKeyDown={onKeyDown}
      />
      <ComposerFoot subject={subject} limit={limit} />
    </form>
  );
}
