import { useToastGestures } from '#islands/toasts/useToastGestures.ts';
import { useText } from '#islands/shared/text.tsx';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { $darkMode } from '#stores/browser/theme.ts';
import { $toasts, type ToastAction, takeToasts } from '#stores/browser/toasts.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import { Toaster as Sonner, toast } from 'sonner';

/** Top right, in rich colours; the figures are the specification's, section 9. */
export function Toaster() {
  const { t } = useText();
  const dark = useStore($darkMode);
  useEffect(
    () =>
      $toasts.subscribe(() => {
        for (const { kind, message, action } of takeToasts()) {
          const say = t(message.key, message.values);
          if (!action) toast[kind](say);
          else toast[kind](say, { ...withAction(t, action), duration: actionMilliseconds });
        }
      }),
    [t],
  );
  const place = useRef<HTMLDivElement>(null);
  useCloseLabel(place, t('account.closeToast'));
  useToastGestures(place);
  return (
    <div ref={place}>
      <Sonner
        position="top-right"
        richColors
        closeButton
        theme={dark ? 'dark' : 'light'}
        visibleToasts={3}
        duration={4000}
        gap={14}
        offset={32}
        hotkey={['altKey', 'KeyT']}
        containerAriaLabel={t('account.notifications')}
      />
    </div>
  );
}

/** A button must stay long enough to be reached with the keyboard. */
const actionMilliseconds = 10_000;

function withAction(t: TranslateInBrowser, { label, run }: ToastAction) {
  return { action: { label: t(label.key, label.values), onClick: run } };
}

/** Names the close buttons: this version of the library has no setting for their label. */
function useCloseLabel(place: RefObject<HTMLElement | null>, label: string): void {
  useEffect(() => {
    const observer = new MutationObserver(() => {
      for (const button of place.current?.querySelectorAll('[data-close-button]') ?? []) {
        button.setAttribute('aria-label', label);
      }
    });
    if (place.current) observer.observe(place.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [place, label]);
}
