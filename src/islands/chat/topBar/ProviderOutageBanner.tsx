import { useText } from '#islands/shared/text.tsx';
import { $hasProviderOutage, dismissProviderOutage } from '#stores/models/providerOutage.ts';
import { useStore } from '@nanostores/react';
import { TriangleAlert, X } from 'lucide-react';

/** The specified warning that the providers' services fluctuate, until it is dismissed or over. */
export function ProviderOutageBanner() {
  const { t } = useText();
  const isDisturbed = useStore($hasProviderOutage);
  return (
    <output className="block shrink-0">
      {isDisturbed && (
        <span className="flex items-start gap-3 bg-sunken short:hidden py-1 pr-2 pl-4 text-14">
          <TriangleAlert aria-hidden="true" size={18} className="my-2.5 shrink-0 text-warning" />
          <span className="my-2 min-w-0 flex-1">{t('models.disturbed')}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={t('composer.close')}
            onClick={dismissProviderOutage}
          >
            <X aria-hidden="true" size={18} />
          </button>
        </span>
      )}
    </output>
  );
}
