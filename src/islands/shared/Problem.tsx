import { joinClasses } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';

type Props = { problem: Message | undefined; id?: string; className?: string };

/** Shows why something failed. Screen readers read it when it appears; without a problem it takes no space. */
export function Problem({ problem, id, className = '' }: Props) {
  const { t } = useText();
  return (
    <p
      id={id}
      role="alert"
      className={joinClasses(className, 'text-14 text-negative empty:hidden')}
    >
      {problem && t(problem.key, problem.values)}
    </p>
  );
}
