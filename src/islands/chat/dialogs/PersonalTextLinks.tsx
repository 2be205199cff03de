import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { useText } from '#islands/shared/text.tsx';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { openPath } from '#stores/route/route.ts';
import type { MouseEvent } from 'react';

const sections = [
  { id: 'instructions', title: 'settings.instructions.title' },
  { id: 'memory', title: 'settings.memory.title' },
] as const;

/** Links to the sections of the settings whose texts go with each question. */
export function PersonalTextLinks() {
  const { t, language } = useText();
  const open = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    closeChatDialog();
    openPath(event.currentTarget.getAttribute('href') ?? '');
  };
  return (
    <p className="mt-5 flex flex-wrap gap-x-5 border-t border-line pt-3 text-14">
      {sections.map(({ id, title }) => (
        <a
          key={id}
          href={`${chatScreenPath(language, 'settings')}#${id}`}
          className="inline-flex min-h-8 items-center text-accent underline underline-offset-2 touch:min-h-11"
          onClick={open}
        >
          {t(title)}
        </a>
      ))}
    </p>
  );
}
