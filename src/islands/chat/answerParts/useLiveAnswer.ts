import { $runningSearch } from '#stores/answers/runningSearch.ts';
import {
  $runningAnswer,
  $runningText,
  $runningThoughts,
  type Answer,
} from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';

/** Ended answers subscribe to this store, so that the running answer does not render them again. */
const $nothing = atom(undefined);

/** Returns the current text and search of an answer, and its state while it runs. */
export function useLiveAnswer(answer: Answer) {
  const isRunning = answer.state === 'running';
  const current = useStore(isRunning ? $runningAnswer : $nothing);
  const text = useStore(isRunning ? $runningText : $nothing);
  const thoughts = useStore(isRunning ? $runningThoughts : $nothing);
  const search = useStore(isRunning ? $runningSearch : $nothing);
  const running = current?.key === answer.key ? current : undefined;
  return {
    running,
    text: (running && text) ?? answer.text,
    /** Of the running answer only. */
    thoughts: (running && thoughts) ?? '',
    search: (running && search) ?? answer.search ?? undefined,
    step: search?.step,
  };
}
