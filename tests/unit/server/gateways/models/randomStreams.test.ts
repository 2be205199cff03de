import { describe, expect, it } from 'vitest';
import { ChatCompletionsReader } from '#server/gateways/models/chatCompletions.ts';
import { MessagesReader } from '#server/gateways/models/messagesProtocol.ts';
import { EventCutter } from '#server/gateways/models/serverSentEvents.ts';
import { completionsStream, messagesStream } from '../../../../setup/streams/providerStreams.ts';
import { checkStreams, expectRead } from '../../../../setup/streams/readStreams.ts';
import { EventWriter, randomText } from '../../../../setup/streams/wire.ts';

const count = 300;

describe('streams with fields added, left out and reordered, cut anywhere', () => {
  it('are cut into the data of their events, whatever the data are', () =>
    checkStreams(count, async (random) => {
      const writer = new EventWriter(random);
      const texts = Array.from({ length: 8 }, () => randomText(random).replaceAll('\r', ''));
      for (const text of texts) writer.event(text, ['id: 7']);
      const cutter = new EventCutter();
      const events = writer.pieces().flatMap((piece) => cutter.cut(piece));
      expect([...events, ...cutter.end()]).toEqual(texts.filter((text) => text !== ''));
    }));

  it('are read exactly by the reader of chat completions (OpenAI, Groq, compatible servers)', () =>
    checkStreams(count, (random) =>
      expectRead(completionsStream(random), new ChatCompletionsReader('A provider')),
    ));

  it('are read exactly by the reader of the Messages API (Anthropic)', () =>
    checkStreams(count, (random) =>
      expectRead(messagesStream(random), new MessagesReader('A provider')),
    ));
});
