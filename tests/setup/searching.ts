import type { AnswerSearch } from '#contract/search/aiSearch.ts';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import type { Language } from '#domain/languages/languages.ts';
import { ask, readEvents } from './chat.ts';
import type { TestServer } from './server.ts';

export type Searched = {
  events: AnswerEvent[];
  text: string;
  end: Extract<AnswerEvent, { type: 'end' }> | undefined;
  sources: AnswerSearch['sources'];
  conversationId: string;
};

/** Asks AI search and reads its answer to the end; `onEvent` gets each event with the id of the answer. */
export async function search(
  server: TestServer,
  cookie: string,
  text: string,
  {
    conversationId,
    language,
    onEvent,
  }: {
    conversationId?: string;
    language?: Language;
    onEvent?: (event: AnswerEvent, answerId: string) => void;
  } = {},
): Promise<Searched> {
  const target = { model: 'ai-search' };
  const response = await ask(server, cookie, { target, text, conversationId, language });
  let answerId = '';
  const searched: Searched = {
    events: [],
    text: '',
    end: undefined,
    sources: [],
    conversationId: '',
  };
  for await (const { event } of readEvents(response)) {
    searched.events.push(event);
    if (event.type === 'accepted') {
      searched.conversationId = event.conversation_id;
      answerId = event.answer_id;
    }
    if (event.type === 'delta') searched.text += event.text;
    if (event.type === 'text') searched.text = event.text;
    if (event.type === 'sources') searched.sources = event.sources;
    if (event.type === 'end') searched.end = event;
    onEvent?.(event, answerId);
  }
  return searched;
}
