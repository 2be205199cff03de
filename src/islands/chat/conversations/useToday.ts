import { untilTomorrow } from '#stores/conversations/conversationRows.ts';
import { useEffect, useState } from 'react';

/** Returns a time of the current day. It changes when the next day begins, also if the computer slept meanwhile. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const update = (): void => {
      const now = new Date();
      if (now.toDateString() !== today.toDateString()) setToday(now);
    };
    const timer = setTimeout(update, untilTomorrow(today) + 1_000);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [today]);
  return today;
}
