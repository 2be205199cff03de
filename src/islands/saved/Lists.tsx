import { homePath } from '#domain/gpts/gptPaths.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useAccount, useUser } from '#islands/shared/useAccount.ts';
import { type CardListStore, recentCards, savedCards } from '#stores/gpts/cardLists.ts';
import { refreshUser } from '#stores/account/user.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useSyncExternalStore } from 'react';
import { type Card, haveDifferentAuthors } from '#domain/gpts/card.ts';
import { ownCard } from '#parts/ownCard.ts';
import { $removedGpts, forgetRemoved } from '#stores/gpts/saved.ts';

/** In the order of their tabs. The names are also the fragments of their addresses. */
const lists = { saved: savedCards, recent: recentCards } satisfies Record<string, CardListStore>;

type ListName = keyof typeof lists;

/** Two tabs. The fragment of the address names the open one, so that Back and reload keep it. */
export function Lists() {
  const { t } = useText();
  const chosen = useChosenList();
  return (
    <>
      <nav aria-label={t('saved.lists')} className="flex gap-2 pb-5">
        {(Object.keys(lists) as ListName[]).map((name) => (
          <a
            key={name}
            href={`#${name}`}
            className="chip"
            aria-current={name === chosen ? 'true' : undefined}
          >
            {t(`saved.list.${name}`)}
          </a>
        ))}
      </nav>
      <List key={chosen} name={chosen} {...lists[chosen]} />
    </>
  );
}

/** Returns the list that the address names, or the saved GPTs. */
function useChosenList(): ListName {
  return useSyncExternalStore(subscribe, () => (location.hash === '#recent' ? 'recent' : 'saved'));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

function List({ name, $list, open, more }: CardListStore & { name: ListName }) {
  const { t } = useText();
  const list = useStore($list);
  const userId = useAccount()?.user_id;
  const isUserUnknown = useUser().state === 'failed';
  useEffect(() => {
    if (userId !== undefined) void open();
  }, [userId, open]);
  if (isUserUnknown) return <Failed onRetry={() => void refreshUser()} />;
  if (list.state === 'loading') return <Spinner label={t('saved.loading')} />;
  if (list.state === 'failed') return <Failed onRetry={() => void open()} />;
  const { cards, missing, rest } = list;
  return (
    <>
      {name === 'saved' && <RemovedGpts missing={missing} />}
      {cards.length === 0 && rest.length === 0 ? <Empty name={name} /> : <Cards cards={cards} />}
      {rest.length > 0 && (
        <p className="mt-8 flex flex-col items-center gap-2">
          {list.more === 'failed' && <output>{t('saved.failed')}</output>}
          <Button
            look="quiet"
            className="min-w-48 aria-busy:opacity-60"
            aria-busy={list.more === 'loading'}
            onClick={() => void more()}
          >
            {t('saved.more')}
          </Button>
        </p>
      )}
    </>
  );
}

function Empty({ name }: { name: ListName }) {
  const { t, language } = useText();
  return (
    <div className="flex flex-col items-start gap-3 rounded-large bg-sunken p-8">
      <h2 className="text-18">{t(`saved.empty.${name}`)}</h2>
      <p className="max-w-text text-soft">{t(`saved.empty.${name}Text`)}</p>
      <a className="button" href={homePath(language)}>
        {t('saved.empty.find')}
      </a>
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useText();
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <p className="font-semibold">{t('saved.failed')}</p>
      <p className="text-soft">{t('saved.failedText')}</p>
      <Button look="quiet" onClick={onRetry}>
        {t('saved.tryAgain')}
      </Button>
    </div>
  );
}

/** Cards of GPTs, each of which opens in a new tab. A card that is no longer saved stays until the list is reloaded. */
function Cards({ cards }: { cards: readonly Card[] }) {
  const texts = useText();
  const showsAuthor = haveDifferentAuthors(cards);
  const items = cards.map((card) => ownCard(texts, card, showsAuthor).html);
  return <ul className="cards" dangerouslySetInnerHTML={{ __html: items.join('') }} />;
}

/** Shows how many of the saved GPTs no longer exist, with a button that takes them off the list. */
function RemovedGpts({ missing }: { missing: readonly string[] }) {
  const { t } = useText();
  const removed = [...useStore($removedGpts), ...missing];
  if (removed.length === 0) return null;
  const forget = async (): Promise<void> => {
    await forgetRemoved(removed);
    await savedCards.open();
  };
  return (
    <p className="mb-5 flex flex-wrap items-center gap-2 text-soft">
      <span>{t('saved.gone', { count: removed.length })}</span>
      <Button look="small" onClick={() => void forget()}>
        {t('saved.forget')}
      </Button>
    </p>
  );
}
