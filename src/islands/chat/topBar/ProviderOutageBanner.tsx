import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $hasProviderOutage, dismissProviderOutage } from '#stores/models/providerOutage.ts';
import { useStore } from '@nanostores/react';
import { TriangleAlert, X } from 'lucide-react';

/** The warning of the specification that model providers have problems. It ends with them, or when it is dismissed. */
export function ProviderOutageBanner() {
  const { t } = useText();
  const hasOutage = useStore($hasProviderOutage);
  return (
    <output className="block shrink-0">
      {hasOutage && (
        <span className="flex items-start gap-3 bg-sunken short:hidden py-1 pr-2 pl-4 text-14">
          <TriangleAlert aria-hidden="true" size={18} className="my-2.5 shrink-0 text-warning" />
          <span className="my-2 min-w-0 flex-1">{t('models.disturbed')}</span>
          <IconButton label={t('composer.close')} icon={X} onClick={dismissProviderOutage} />
        </span>
      )}
    </output>
  );
}
