import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { vote } from '#stores/chat/votes.ts';
import type { Answer } from '#stores/thread/thread.ts';
import { ThumbsDown, ThumbsUp } from 'lucide-react';

/** Thumbs up and down for an answer. */
export function VoteButtons({ answer }: { answer: Answer }) {
  const { t } = useText();
  const choices = [
    { to: 'up', icon: ThumbsUp },
    { to: 'down', icon: ThumbsDown },
  ] as const;
  return choices.map(({ to, icon }) => (
    <IconButton
      key={to}
      label={t(`chat.vote.${to}`)}
      icon={icon}
      size={15}
      hasTip
      look="message-button"
      className={answer.vote === to ? 'text-accent' : undefined}
      aria-pressed={answer.vote === to}
      onClick={() => void vote(answer, to)}
    />
  ));
}
