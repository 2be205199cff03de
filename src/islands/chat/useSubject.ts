import { gptPrice } from '#domain/models.ts';
import type { ChatTarget } from '#domain/urls.ts';
import { $gpts, type Gpt } from '#stores/gpts.ts';
import type { Message } from '#stores/message.ts';
import { $models, type ChatModel } from '#stores/models.ts';
import { useStore } from '@nanostores/react';
import type { StoreValue } from 'nanostores';
import { useMemo } from 'react';

/** What the chat is with, as far as it is known. */
export type Subject =
  | { state: 'loading'; name: string | undefined; price: number | undefined }
  | { state: 'model'; name: string; price: number; model: ChatModel }
  | { state: 'gpt'; name: string; price: number; gpt: Gpt; model: ChatModel | undefined }
  | { state: 'unknownModel'; name: string }
  | { state: 'refused' | 'failed'; problem: Message };

/** The same value until something about it changes: messages are drawn anew with another one. */
export function useSubject(target: ChatTarget | undefined): Subject {
  const { models } = useStore($models);
  const gpts = useStore($gpts);
  return useMemo(() => subjectOf(target, models, gpts), [target, models, gpts]);
}

function subjectOf(
  target: ChatTarget | undefined,
  models: readonly ChatModel[],
  gpts: StoreValue<typeof $gpts>,
): Subject {
  if (!target) return { state: 'loading', name: undefined, price: undefined };
  if (target.group !== 'g') {
    const model = models.find(({ id }) => id === target.model);
    if (!model) return { state: 'unknownModel', name: target.model };
    return { state: 'model', name: model.title, price: model.price, model };
  }
  const known = gpts[target.gpt];
  if (!known || known.state === 'loading') {
    return { state: 'loading', name: undefined, price: gptPrice };
  }
  if (known.state !== 'ready') return known;
  const model = models.find(({ id }) => id === known.gpt.model);
  return { state: 'gpt', name: known.gpt.name, price: gptPrice, gpt: known.gpt, model };
}
