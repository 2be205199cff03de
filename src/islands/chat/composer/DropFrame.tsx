import { attachmentsPerMessage } from '#domain/chat/attachments.ts';
import { attach } from '#islands/chat/composer/attach.ts';
import { namesOnlyFiles } from '#islands/chat/composer/pastedFiles.ts';
import { useText } from '#islands/shared/text.tsx';
import { Paperclip } from 'lucide-react';
import { useEffect, useState } from 'react';

/** Attaches files that are dropped or pasted anywhere in the chat area, and shows a frame while files are over it. */
export function DropFrame() {
  const { t } = useText();
  const isOver = useFileDrop();
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-2 z-30 flex flex-col items-center justify-center gap-2 rounded-large border-2 border-dashed border-accent bg-surface/90 p-6 text-center">
      <Paperclip aria-hidden="true" size={28} className="text-accent" />
      <p className="text-18 font-semibold">{t('composer.drop.title')}</p>
      <p className="text-soft">{t('composer.drop.says', { count: attachmentsPerMessage })}</p>
    </div>
  );
}

/** A drag without events for this long has left the window. Not every browser sends an event for that. */
const silenceMilliseconds = 700;

/** Attaches files that are dropped or pasted anywhere in the page. Returns whether files are being dragged over it. */
function useFileDrop(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(timer);
      setOver(false);
    };
    const onDrag = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without this, the browser would leave the page for the file.
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
      clearTimeout(timer);
      timer = setTimeout(end, silenceMilliseconds);
    };
    const onDrop = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      end();
      attach(event.dataTransfer.files);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragenter', onDrag, { signal });
    window.addEventListener('dragover', onDrag, { signal });
    window.addEventListener('drop', onDrop, { signal });
    document.addEventListener('paste', attachPasted, { signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);
  return isOver;
}

/** Attaches pasted files, unless other text was copied with them; then only the text is pasted. */
function attachPasted(event: ClipboardEvent): void {
  const data = event.clipboardData;
  if (!data || data.files.length === 0 || isOtherField(event.target)) return;
  if (!namesOnlyFiles(data.getData('text/plain'), [...data.files])) return;
  event.preventDefault();
  attach(data.files);
}

function isOtherField(target: EventTarget | null): boolean {
  const field = target instanceof Element ? target.closest('input, textarea') : null;
  return field !== null && field.id !== 'message';
}
