import { restoredForDays } from '#domain/chat/chat.ts';
import { PagedItems } from '#islands/chat/settings/PagedItems.tsx';
import { useLoadWithList } from '#islands/chat/settings/useLoadWithList.ts';
import { PutAwayAction, PutAwayItem } from '#islands/chat/settings/PutAwayItem.tsx';
import { useFormatTime } from '#islands/chat/settings/useFormatTime.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $deleted,
  loadDeleted,
  loadMoreDeleted,
  purgeAllDeleted,
  purgeDeleted,
  restoreDeleted,
} from '#stores/conversations/recentlyDeleted.ts';
import { useStore } from '@nanostores/react';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';

const headingId = 'deleted';

/** The conversations that were deleted in the last 30 days, each with buttons that restore it or delete it for good. */
export function DeletedSection() {
  const { t } = useText();
  const formatTime = useFormatTime();
  const deleted = useStore($deleted);
  useLoadWithList(loadDeleted);
  const days = restoredForDays;
  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('settings.deleted.explanation', { days })}</p>
      <PagedItems
        list={deleted}
        none={t('settings.deleted.none', { days })}
        onMore={loadMoreDeleted}
      >
        {deleted.items.map((item) => (
          <PutAwayItem
            key={item.id}
            title={item.title}
            note={t('settings.deleted.until', { day: formatTime(item.restorable_until) })}
          >
            <PutAwayAction
              icon={RotateCcw}
              text={t('settings.deleted.restore')}
              title={item.title}
              action={() => restoreDeleted(item)}
              headingId={headingId}
            />
            <PutAwayAction
              icon={Trash2}
              text={t('settings.deleted.purge')}
              title={item.title}
              isDangerous
              action={() => purgeDeleted(item)}
              headingId={headingId}
            />
          </PutAwayItem>
        ))}
      </PagedItems>
      {deleted.items.length > 0 && <PurgeAll />}
    </>
  );
}

/** A button that asks before it deletes all of them for good. */
function PurgeAll() {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button look="quiet" className="mt-3 text-negative" onClick={() => setAsking(true)}>
        {t('settings.deleted.purgeAll')}
      </Button>
    );
  }
  const purge = async (): Promise<void> => {
    if (await purgeAllDeleted()) document.getElementById(headingId)?.focus();
  };
  return (
    <fieldset className="mt-3">
      <legend className="mb-2">{t('settings.deleted.purgeAllQuestion')}</legend>
      <div className="flex flex-wrap gap-2">
        {/* The same place as the button that asked keeps the focus. */}
        <Button
          look="quiet"
          className="text-negative"
          ref={(button) => button?.focus()}
          onClick={() => void purge()}
        >
          {t('settings.deleted.purgeAll')}
        </Button>
        <Button look="quiet" onClick={() => setAsking(false)}>
          {t('settings.deleted.purgeAllKeep')}
        </Button>
      </div>
    </fieldset>
  );
}
