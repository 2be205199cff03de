import { searchTarget } from '#domain/chat/chatPaths.ts';
import { GptMark, ModelMark } from '#islands/chat/marks/Mark.tsx';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { $gptCards } from '#stores/gpts/gptCards.ts';
import { $models } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';
import { Globe } from 'lucide-react';

const size = 'size-5 rounded-[6px] text-12';

/** The mark of the GPT or model of a conversation. */
export function ConversationMark({ target }: Pick<ConversationCard, 'target'>) {
  if ('gpt' in target) return <MarkOfGpt id={target.gpt} />;
  if (target.model === searchTarget.model) {
    return <Globe aria-hidden="true" size={18} className="mx-px shrink-0 text-faint" />;
  }
  return <MarkOfModel id={target.model} />;
}

function MarkOfGpt({ id }: { id: string }) {
  const card = useStore($gptCards, { keys: [id] })[id];
  return <GptMark gpt={typeof card === 'object' ? card : undefined} className={size} />;
}

function MarkOfModel({ id }: { id: string }) {
  const { models } = useStore($models);
  const model = models.find((one) => one.id === id);
  return <ModelMark id={id} title={model?.title} className={size} />;
}
