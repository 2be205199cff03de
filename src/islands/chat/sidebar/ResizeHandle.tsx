import { useText } from '#islands/shared/text.tsx';
import {
  $sidebarWidth,
  resizeSidebar,
  restoreSidebarWidth,
  sidebarWidths,
} from '#stores/route/sidebar.ts';
import { useStore } from '@nanostores/react';
import { type PointerEvent, useEffect } from 'react';

/**
 * The edge of the sidebar of a wide screen: a slider for the keyboard, and an edge that can be dragged. A double click
 * resets the width.
 */
export function ResizeHandle() {
  const { t } = useText();
  const width = useStore($sidebarWidth) ?? sidebarWidths.least;
  useEffect(restoreSidebarWidth, []);
  return (
    <div className="absolute inset-y-0 -right-1 z-10 w-2 max-md:hidden touch:-right-3 touch:w-6">
      <input
        type="range"
        className="peer sr-only"
        aria-label={t('chat.sidebar.resize')}
        min={sidebarWidths.least}
        max={sidebarWidths.most}
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

function startDrag(event: PointerEvent<HTMLElement>): void {
  if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
}

function drag(event: PointerEvent<HTMLElement>): void {
  const handle = event.currentTarget;
  const left = document.getElementById('sidebar')?.getBoundingClientRect().left ?? 0;
  if (handle.hasPointerCapture(event.pointerId)) resizeSidebar(event.clientX - left);
}
