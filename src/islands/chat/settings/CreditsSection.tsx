import { isLedgerReason } from '#domain/credits/credits.ts';
import { ordersPath } from '#domain/orders/orderPaths.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { formatOf } from '#i18n/format.ts';
import { LotList } from '#islands/chat/settings/LotList.tsx';
import { useFormatTime } from '#islands/chat/settings/useFormatTime.ts';
import { Button } from '#islands/shared/Button.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { StartNote } from '#islands/shared/StartNote.tsx';
import { balanceText } from '#islands/shared/balanceText.ts';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { $ledger, type LedgerEntry, loadLedger, loadMoreLedger } from '#stores/account/ledger.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { openRedeem } from '#stores/account/redeem.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** The balance, ways to get more credits, the lots, and the entries of the ledger. */
export function CreditsSection() {
  const { t, language } = useText();
  const account = useAccount();
  const { items, hasMore, loading, problem } = useStore($ledger);
  useEffect(() => void loadLedger(), []);
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong className="w-full font-semibold tabular-nums md:w-auto">
          {account && balanceText(t, account)}
        </strong>
        <a className="button button-quiet" href={pricingPath(language)}>
          {t('settings.credits.more')}
        </a>
        <a className="button button-quiet" href={ordersPath(language)}>
          {t('settings.credits.orders')}
        </a>
        <Button look="quiet" onClick={openRedeem}>
          {t('account.gift')}
        </Button>
      </p>
      <StartNote className="mb-3 text-14 text-soft" />
      {account && account.frozen > 0 && (
        <p className="mb-3 text-14 text-soft">
          {t('settings.credits.frozen', { count: account.frozen })}
        </p>
      )}
      <LotList />
      <h4 id="history" className="mb-1 text-16">
        {t('settings.credits.history')}
      </h4>
      {!loading && items.length === 0 && !problem && (
        <p className="text-soft">{t('settings.credits.none')}</p>
      )}
      <ul aria-labelledby="history" className="divide-y divide-line">
        {items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <Problem problem={problem} className="mt-2" />
      <output className="text-14 text-soft empty:hidden">{loading && t('chat.loading')}</output>
      {hasMore && !loading && (
        <Button look="quiet" className="mt-3" onClick={() => void loadMoreLedger()}>
          {t(problem ? 'chat.failed.tryAgain' : 'settings.credits.older')}
        </Button>
      )}
    </>
  );
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { t, language } = useText();
  const formatTime = useFormatTime();
  const { kind, created, conversation } = entry;
  const { balance_change: change, held_change: held, frozen_change: frozen } = entry;
  const reason = useReason(entry);
  return (
    <li className="flex min-w-0 items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {kind === 'settle'
            ? t('settings.credits.kind.settle', { count: Math.abs(held) })
            : t(`settings.credits.kind.${kind}`)}
        </p>
        {change === 0 && frozen !== 0 && (
          <p className="text-14 text-soft">
            {t('settings.credits.frozenPart', { count: Math.abs(frozen) })}
          </p>
        )}
        {reason !== '' && <p className="text-14 text-soft">{reason}</p>}
        <p className="flex min-w-0 flex-wrap gap-x-2 text-14">
          <time dateTime={created} className="shrink-0 text-faint">
            {formatTime(created)}
          </time>
          {conversation && (
            <a
              href={chatPath(language, toChatTarget(conversation.target), {
                conversation: conversation.id,
              })}
              className="min-w-0 truncate text-accent underline underline-offset-2"
              dir="auto"
            >
              {conversation.title}
            </a>
          )}
        </p>
      </div>
      <span className="shrink-0 tabular-nums">{formatOf(language).signed(change)}</span>
    </li>
  );
}

/** Returns the reason of a ledger entry in words, or an empty text if its kind is sufficient. */
function useReason({ kind, reason }: LedgerEntry): string {
  const { t } = useText();
  if (isLedgerReason(reason)) return t(`settings.credits.reason.${reason}`);
  // The hold of an answer was released: the chat shows the same sentence below that answer.
  if (kind !== 'release') return '';
  const key = `chat.reason.${reason}`;
  // The server may be newer than this page and send a reason without a text.
  return t(key) === key ? '' : t(key);
}
