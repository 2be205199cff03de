import { untilTomorrow } from '#stores/conversations/conversationRows.ts';
import { useEffect, useState } from 'react';

/** An instant of the current day; another one when the next day begins, also after the machine has slept. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const look = (): void => {
      const now = new Date();
      if (now.toDateString() !== today.toDateString()) setToday(now);
    };
    const timer = setTimeout(look, untilTomorrow(today) + 1_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [today]);
  return today;
}
