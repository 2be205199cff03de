import type { ModelHealth as Health } from '#domain/models/models.ts';
import { useText } from '#islands/shared/text.tsx';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';

const looks = {
  working: { icon: CircleCheck, colour: 'text-positive' },
  slow: { icon: Clock, colour: 'text-warning' },
  down: { icon: CircleAlert, colour: 'text-negative' },
} as const;

/** Whether a model has answered well lately, as an icon and a word. `isQuiet` shows the word to screen readers only. */
export function ModelHealth({ health, isQuiet = false }: { health: Health; isQuiet?: boolean }) {
  const { t } = useText();
  const { icon: Icon, colour } = looks[health];
  const word = t(`composer.health.${health}`);
  return (
    <span className={`inline-flex items-center gap-1 text-12 ${colour}`} title={word}>
      <Icon aria-hidden="true" size={14} className="shrink-0" />
      <span className={isQuiet ? 'sr-only' : ''}>{word}</span>
    </span>
  );
}
