import { chatPath } from '#domain/chat/chatPaths.ts';
import { PagedItems } from '#islands/chat/settings/PagedItems.tsx';
import { useLoadWithList } from '#islands/chat/settings/useLoadWithList.ts';
import { PutAwayAction, PutAwayItem } from '#islands/chat/settings/PutAwayItem.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $archived,
  loadArchived,
  loadMoreArchived,
  putBack,
} from '#stores/conversations/archived.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { useStore } from '@nanostores/react';
import { ArchiveRestore } from 'lucide-react';

/** The archived conversations, each with a link and a button that puts it back into the list. */
export function ArchivedSection() {
  const { t, language } = useText();
  const archived = useStore($archived);
  useLoadWithList(loadArchived);
  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('settings.archived.explanation')}</p>
      <PagedItems list={archived} none={t('settings.archived.none')} onMore={loadMoreArchived}>
        {archived.items.map((card) => (
          <PutAwayItem
            key={card.id}
            title={card.title}
            href={chatPath(language, toChatTarget(card.target), { conversation: card.id })}
          >
            <PutAwayAction
              icon={ArchiveRestore}
              text={t('settings.archived.unarchive')}
              title={card.title}
              action={() => putBack(card)}
              headingId="archived"
            />
          </PutAwayItem>
        ))}
      </PagedItems>
    </>
  );
}
