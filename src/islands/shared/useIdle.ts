import { whenIdle } from '#islands/shared/whenIdle.ts';
import { useEffect, useState } from 'react';

/** Returns whether the page was idle since the component was first shown. */
export function useIdle(): boolean {
  const [wasIdle, setWasIdle] = useState(false);
  useEffect(() => whenIdle(() => setWasIdle(true)), []);
  return wasIdle;
}
