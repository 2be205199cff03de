import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';

/** Says why a new account has no credits, as long as it has none. */
export function StartNote({ className }: { className?: string }) {
  const { t } = useText();
  const account = useAccount();
  if (account?.start_withheld === undefined || account.credit > 0) return null;
  return <p className={className}>{t(`account.startWithheld.${account.start_withheld}`)}</p>;
}
