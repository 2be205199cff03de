import { gptPrice } from '#domain/models/models.ts';
import { type MediaKind, isMediaKind } from '#domain/media/media.ts';
import { type ChatTarget, searchTarget } from '#domain/chat/chatPaths.ts';
import { useText } from '#islands/shared/text.tsx';
import { $aiSearch, toSearchModel } from '#stores/chat/aiSearch.ts';
import { $gpts, type Gpt } from '#stores/gpts/gpts.ts';
import type { Message } from '#stores/browser/message.ts';
import {
  $mediaOptions,
  type ChosenOptions,
  optionsFor,
  priceWith,
} from '#stores/media/mediaOptions.ts';
import { $models, type ChatModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';
import type { StoreValue } from 'nanostores';
import { useMemo } from 'react';

/** The partner of the chat: a model, AI search (as a model) or a GPT, as far as it is known. Prices are credits. */
export type Subject =
  | { state: 'loading'; name?: undefined; price: number | undefined; model?: undefined }
  | { state: 'model'; name: string; price: number; model: ChatModel }
  | { state: 'gpt'; name: string; price: number; gpt: Gpt; model: ChatModel | undefined }
  | { state: 'unknownModel'; name: string; price?: undefined; model?: undefined }
  | {
      state: 'refused' | 'failed';
      problem: Message;
      name?: undefined;
      price?: undefined;
      model?: undefined;
    };

/** Returns the subject of a target. Memoised, because messages are rendered again with every new value. */
export function useSubject(target: ChatTarget | undefined): Subject {
  const { t } = useText();
  const { models } = useStore($models);
  const gpts = useStore($gpts);
  const search = useStore($aiSearch);
  const chosen = useStore($mediaOptions);
  return useMemo(() => {
    if (target?.group !== searchTarget.group)
      return priced(subjectOf(target, models, gpts), chosen);
    const model = toSearchModel(search, t('chat.sidebar.search'));
    return { state: 'model', name: model.title, price: model.price, model };
  }, [target, models, gpts, search, chosen, t]);
}

/** Returns the subject with the price of the chosen media options. */
function priced(subject: Subject, chosen: ChosenOptions): Subject {
  if (subject.state !== 'model') return subject;
  return { ...subject, price: priceWith(subject.model, optionsFor(subject.model, chosen)) };
}

/** Returns the kind of files that the subject makes, or `undefined` if it answers with text. */
export function mediaKindOf(subject: Subject): MediaKind | undefined {
  const kind = subject.state === 'model' ? subject.model.kind : 'text';
  return isMediaKind(kind) ? kind : undefined;
}

/** Whether chats with the subject can be temporary: it answers in text. Media are kept in the gallery. */
export function takesTemporary(subject: Subject): boolean {
  return subject.state === 'gpt' || (subject.state === 'model' && subject.model.kind === 'text');
}

/** Whether a question to the subject can have files. */
export function takesFiles(subject: Subject): boolean {
  return subject.state !== 'model' || (subject.model.kind === 'text' && !isSearch(subject));
}

/** Whether the chat is with AI search. */
export function isSearch(subject: Subject): boolean {
  return subject.state === 'model' && subject.model.id === searchTarget.model;
}

function subjectOf(
  target: ChatTarget | undefined,
  models: readonly ChatModel[],
  gpts: StoreValue<typeof $gpts>,
): Subject {
  if (!target) return { state: 'loading', price: undefined };
  if (target.group !== 'g') {
    const model = models.find(({ id }) => id === target.model);
    if (!model) return { state: 'unknownModel', name: target.model };
    return { state: 'model', name: model.title, price: model.price, model };
  }
  const known = gpts[target.gpt];
  if (!known || known.state === 'loading') {
    return { state: 'loading', price: gptPrice };
  }
  if (known.state !== 'ready') return known;
  const model = models.find(({ id }) => id === known.gpt.model);
  return { state: 'gpt', name: known.gpt.name, price: gptPrice, gpt: known.gpt, model };
}
