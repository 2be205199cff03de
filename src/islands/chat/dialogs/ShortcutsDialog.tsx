import { KeyCaps } from '#islands/chat/dialogs/KeyCaps.tsx';
import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import type { Keys } from '#stores/browser/keyNames.ts';
import { useText } from '#islands/shared/text.tsx';
import { $singleKey, sheetKey, shortcuts, switchSingleKey } from '#stores/browser/shortcuts.ts';
import { useStore } from '@nanostores/react';

/** All shortcuts, with the key names of the platform. */
export function ShortcutsDialog() {
  const { t } = useText();
  const singleKey = useStore($singleKey);
  return (
    <DialogFrame title={t('conversations.shortcuts.title')} wide>
      <dl className="grid">
        {shortcuts.map(({ name, keys }) => (
          <Row
            key={name}
            text={t(`conversations.shortcuts.${name}`)}
            keys={name === 'sheet' && singleKey ? [keys, { key: sheetKey }] : [keys]}
          />
        ))}
      </dl>
      <h3 className="mt-3 border-t border-line pt-3 pb-1 font-semibold">
        {t('conversations.shortcuts.list')}
      </h3>
      <dl className="grid">
        <Row
          text={t('conversations.shortcuts.move')}
          keys={[{ key: 'ArrowUp' }, { key: 'ArrowDown' }]}
        />
        <Row text={t('conversations.menu.rename')} keys={[{ key: 'F2' }]} />
        <Row text={t('conversations.menu.delete')} keys={[{ key: 'Delete' }]} />
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

/** A shortcut: its effect and its keys. */
function Row({ text, keys }: { text: string; keys: readonly Keys[] }) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
      <dt className="min-w-[min(6rem,100%)] flex-1">{text}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-2">
        {keys.map((one) => (
          <KeyCaps key={one.key} keys={one} />
        ))}
      </dd>
    </div>
  );
}
