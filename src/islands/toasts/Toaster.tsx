import { useToastGestures } from '#islands/toasts/useToastGestures.ts';
import { useText } from '#islands/shared/text.tsx';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { $darkMode } from '#stores/browser/theme.ts';
import { $toasts, type Box, type ToastAction, takeToasts } from '#stores/browser/toasts.ts';
import { useStore } from '@nanostores/react';
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import { Toaster as Sonner, toast } from 'sonner';

/** The notifications at the top right. The specification, section 9, gives the figures. */
export function Toaster() {
  const { t } = useText();
  const dark = useStore($darkMode);
  useEffect(
    () =>
      $toasts.subscribe(() => {
        for (const { kind, message, action, pressed } of takeToasts()) {
          const text = t(message.key, message.values);
          if (!action) toast[kind](text);
          else {
            const style = stylesBelow(pressed);
            toast[kind](text, { ...withAction(t, action), duration: actionMilliseconds, style });
          }
        }
      }),
    [t],
  );
  const root = useRef<HTMLDivElement>(null);
  useCloseLabel(root, t('account.closeToast'));
  useToastGestures(root);
  return (
    <div ref={root}>
      <Sonner
        position="top-right"
        richColors
        closeButton
        theme={dark ? 'dark' : 'light'}
        visibleToasts={3}
        duration={4000}
        gap={14}
        offset={offset}
        style={unlifted}
        hotkey={['altKey', 'KeyT']}
        containerAriaLabel={t('account.notifications')}
      />
    </div>
  );
}

const offset = 32;
/** The library moves an expanded list of several notifications up by 10 px, with Alt+T as with a pointer. */
const unlifted: CSSProperties = { transform: 'none' };
/** Up to this width of the window, notifications are as wide as the window. The figures are the library's. */
const phone = { maxWidth: 600, offset: 16 };
const width = 356;
/** The height of a notification of three lines. */
const height = 90;
/** The space between a notification and the control above it. */
const space = 8;

/** Moves a notification below the control that was pressed, if it would cover it. */
function stylesBelow(pressed: Box | undefined): CSSProperties {
  if (!pressed) return {};
  const isPhone = innerWidth <= phone.maxWidth;
  const top = isPhone ? phone.offset : offset;
  const isBeside = !isPhone && pressed.right < innerWidth - offset - width;
  const isAboveOrBelow = pressed.bottom < top || pressed.top > top + height;
  return isBeside || isAboveOrBelow ? {} : { marginTop: pressed.bottom + space - top };
}

/** How long a notification with a button stays: long enough to reach the button with the keyboard. */
const actionMilliseconds = 10_000;

function withAction(t: TranslateInBrowser, { label, run }: ToastAction) {
  return { action: { label: t(label.key, label.values), onClick: run } };
}

/** Sets the label of the close buttons. This version of the library has no option for it. */
function useCloseLabel(root: RefObject<HTMLElement | null>, label: string): void {
  useEffect(() => {
    const observer = new MutationObserver(() => {
      for (const button of root.current?.querySelectorAll('[data-close-button]') ?? []) {
        button.setAttribute('aria-label', label);
      }
    });
    if (root.current) observer.observe(root.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [root, label]);
}
