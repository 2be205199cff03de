import { describe, expect, it } from 'vitest';
import { ChatCompletionsParser } from '#server/gateways/models/chatCompletionsParser.ts';
import { MessagesParser } from '#server/gateways/models/messagesParser.ts';
import { completionsStream, messagesStream } from '../../../../setup/streams/providerStreams.ts';
import { checkStreams, dataOfEvents, expectRead } from '../../../../setup/streams/readStreams.ts';
import { EventWriter, randomText } from '../../../../setup/streams/wire.ts';

const count = 300;

describe('streams with fields added, left out and reordered, cut anywhere', () => {
  it('are cut into the data of their events, for any data', () =>
    checkStreams(count, async (random) => {
      const writer = new EventWriter(random);
      const texts = Array.from({ length: 8 }, () => randomText(random).replaceAll('\r', ''));
      for (const text of texts) writer.event(text, ['id: 7']);
      expect(await dataOfEvents(writer.pieces())).toEqual(texts.filter((text) => text !== ''));
    }));

  it('are read exactly by the parser of chat completions (OpenAI, Groq, compatible servers)', () =>
    checkStreams(count, (random) =>
      expectRead(completionsStream(random), new ChatCompletionsParser('A provider')),
    ));

  it('are read exactly by the parser of the Messages API (Anthropic)', () =>
    checkStreams(count, (random) =>
      expectRead(messagesStream(random), new MessagesParser('A provider')),
    ));
});
