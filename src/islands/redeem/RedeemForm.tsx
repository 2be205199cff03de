import { EnterCode, type Variant } from '#islands/redeem/EnterCode.tsx';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $redemption, enterAgain, enterAnother } from '#stores/account/redeem.ts';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';

/** Redeems a gift code: the form, then success or failure. */
export function RedeemForm({ variant }: { variant: Variant }) {
  const { t, language } = useText();
  const redemption = useStore($redemption);
  if (redemption.state === 'entering') return <EnterCode variant={variant} {...redemption} />;
  if (redemption.state === 'failed') {
    return (
      <Outcome tone="text-negative" title={t('redeem.failed')} msg={redemption.msg}>
        <Button look="quiet" onClick={enterAgain}>
          {t('redeem.again')}
        </Button>
      </Outcome>
    );
  }
  return (
    <Outcome tone="text-positive" title={t('redeem.success')} msg={redemption.msg}>
      <a className="button" href={homePath(language)}>
        {t('redeem.useNow')}
      </a>
      {variant === 'page' && (
        <Button look="quiet" onClick={enterAnother}>
          {t('redeem.another')}
        </Button>
      )}
    </Outcome>
  );
}

type OutcomeProps = { tone: string; title: string; msg: string; children: ReactNode };

function Outcome({ tone, title, msg, children }: OutcomeProps) {
  return (
    <div className="grid gap-4">
      <output className="grid gap-3">
        <strong className={`text-18 font-semibold ${tone}`}>{title}</strong>
        <span className="whitespace-pre-line empty:hidden">{msg}</span>
      </output>
      <div className="grid max-w-105 gap-2">{children}</div>
    </div>
  );
}
