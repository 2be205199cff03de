import { attach } from '#islands/chat/composer/attach.ts';
import { useEffect, useState } from 'react';

/** A drag that says nothing for this long has left the window; not every browser tells so. */
const silenceMilliseconds = 700;

/** Takes files that are dropped or pasted anywhere in the page. Returns whether some are being dragged over it. */
export function useGivenFiles(): boolean {
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
    window.addEventListener('dragenter', onDrag);
    window.addEventListener('dragover', onDrag);
    window.addEventListener('drop', onDrop);
    document.addEventListener('paste', attachPasted);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('dragenter', onDrag);
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', attachPasted);
    };
  }, []);
  return isOver;
}

/** Takes pasted files. Office programs add a picture to copied text: then the text is meant. */
function attachPasted(event: ClipboardEvent): void {
  const given = event.clipboardData;
  if (!given || given.files.length === 0 || given.types.includes('text/plain')) return;
  if (isOtherField(event.target)) return;
  event.preventDefault();
  attach(given.files);
}

function isOtherField(target: EventTarget | null): boolean {
  const field = target instanceof Element ? target.closest('input, textarea') : null;
  return field !== null && field.id !== 'message';
}
