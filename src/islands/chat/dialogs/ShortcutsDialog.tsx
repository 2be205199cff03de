import { KeyCaps } from '#islands/chat/dialogs/KeyCaps.tsx';
import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $singleKey, sheetKey, shortcuts, switchSingleKey } from '#stores/browser/shortcuts.ts';
import { useStore } from '@nanostores/react';

/** All shortcuts, with the key names of the platform. */
export function ShortcutsDialog() {
  const { t } = useText();
  const singleKey = useStore($singleKey);
  return (
    <DialogFrame title={t('conversations.shortcuts.title')} wide>
      <dl className="grid gap-1">
        {shortcuts.map(({ name, keys }) => (
          <div
            key={name}
            className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            <dt className="min-w-[min(6rem,100%)] flex-1">
              {t(`conversations.shortcuts.${name}`)}
            </dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-2">
              <KeyCaps keys={keys} />
              {name === 'sheet' && singleKey && <KeyCaps keys={{ key: sheetKey }} />}
            </dd>
          </div>
        ))}
        <div className="mt-2 border-t border-line pt-2">
          <dt className="font-medium">{t('conversations.shortcuts.list')}</dt>
          <dd className="text-14 text-soft">{t('conversations.shortcuts.listKeys')}</dd>
        </div>
      </dl>
      <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-2.5 text-14">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={singleKey}
          onChange={(event) => switchSingleKey(event.target.checked)}
        />
        <span>{t('conversations.shortcuts.singleKey', { key: sheetKey })}</span>
      </label>
    </DialogFrame>
  );
}
