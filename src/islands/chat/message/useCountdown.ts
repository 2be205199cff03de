import type { Message } from '#stores/browser/message.ts';
import { useEffect, useState } from 'react';

/** The end of each countdown. It is kept outside of the component, because a virtual list may mount it again. */
const ends = new WeakMap<Message, number>();

/** Returns the seconds until a rate limit ends, then 0; `undefined` for problems without a time. */
export function useCountdown(problem: Message | undefined): number | undefined {
  const end = problem && endOf(problem);
  const [left, setLeft] = useState(() => secondsUntil(end));
  useEffect(() => {
    if (end === undefined) return undefined;
    const timer = setInterval(() => {
      const seconds = secondsUntil(end);
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return end === undefined ? undefined : left;
}

function secondsUntil(end: number | undefined): number | undefined {
  return end === undefined ? undefined : Math.max(0, Math.ceil((end - Date.now()) / 1_000));
}

function endOf(problem: Message): number | undefined {
  const known = ends.get(problem);
  if (known !== undefined) return known;
  const unit = { too_many_requests_seconds: 1_000, too_many_requests_minutes: 60_000 };
  const milliseconds = unit[problem.key.replace('errors.', '') as keyof typeof unit];
  const count = problem.values['count'];
  if (milliseconds === undefined || typeof count !== 'number') return undefined;
  const end = Date.now() + count * milliseconds;
  ends.set(problem, end);
  return end;
}
