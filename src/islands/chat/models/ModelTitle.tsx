import type { ModelGroup } from '#domain/models/models.ts';
import { ModelHealth } from '#islands/chat/models/ModelHealth.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { ChatModel } from '#stores/models/models.ts';
import { Check } from 'lucide-react';

type Props = {
  /** `health` and `available` are those of models: GPTs have none. */
  model: Pick<ChatModel, 'title'> & Partial<Pick<ChatModel, 'available' | 'health'>>;
  isCurrent: boolean;
};

/** The title of a model or GPT in a menu, its health where it is not good, and a mark on the current one. */
export function ModelTitle({ model: { title, available, health = 'working' }, isCurrent }: Props) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="font-medium wrap-anywhere" dir="auto">
        {title}
      </span>
      {available && health !== 'working' && <ModelHealth health={health} />}
      {isCurrent && <Check aria-hidden="true" size={16} className="text-accent" />}
    </span>
  );
}

/** The title of a group of models in a menu. */
export function ModelGroupTitle({ group }: { group: ModelGroup }) {
  const { t } = useText();
  return (
    <span className="block px-3 pb-0.5 text-12 font-semibold text-faint">
      {t(`chat.group.${group}`)}
    </span>
  );
}
