import { useText } from '#islands/shared/text.tsx';
import {
  $sidebarWidth,
  resizeSidebar,
  restoreSidebarWidth,
  sidebarWidths,
  widestSidebar,
} from '#stores/route/sidebarWidth.ts';
import { useStore } from '@nanostores/react';
import { type PointerEvent, useEffect, useSyncExternalStore } from 'react';

/**
 * The edge of the sidebar of a wide screen: a slider for the keyboard, and an edge that can be dragged. A double click
 * resets the width.
 */
export function ResizeHandle() {
  const { t } = useText();
  const most = useSyncExternalStore(onWindowResize, readWidest);
  const width = Math.min(useStore($sidebarWidth) ?? sidebarWidths.least, most);
  useEffect(restoreSidebarWidth, []);
  return (
    <div className="absolute inset-y-0 -right-1 z-10 w-2 max-md:hidden touch:-right-3 touch:w-6">
      <input
        type="range"
        className="peer sr-only"
        aria-label={t('chat.sidebar.resize')}
        min={sidebarWidths.least}
        max={most}
        step={16}
        value={width}
        onChange={(event) => resizeSidebar(event.target.valueAsNumber)}
      />
      <div
        className="mx-auto h-full w-2 cursor-col-resize touch-none peer-focus-visible:bg-accent hover:bg-line-strong active:bg-accent"
        onPointerDown={startDrag}
        onPointerMove={drag}
        onDoubleClick={() => resizeSidebar(undefined)}
      />
    </div>
  );
}

function onWindowResize(onChange: () => void): () => void {
  globalThis.addEventListener('resize', onChange);
  return () => globalThis.removeEventListener('resize', onChange);
}

function readWidest(): number {
  return widestSidebar(window.innerWidth);
}

function startDrag(event: PointerEvent<HTMLElement>): void {
  if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
}

function drag(event: PointerEvent<HTMLElement>): void {
  const handle = event.currentTarget;
  const left = document.getElementById('sidebar')?.getBoundingClientRect().left ?? 0;
  if (handle.hasPointerCapture(event.pointerId)) resizeSidebar(event.clientX - left);
}
