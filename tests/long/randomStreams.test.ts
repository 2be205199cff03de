import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChatCompletionsParser } from '#server/gateways/models/chatCompletionsParser.ts';
import { MessagesParser } from '#server/gateways/models/messagesParser.ts';
import { type FakeApi, startFakeApi } from '../setup/fakeApi.ts';
import { randomAnswer, readInBrowser } from '../setup/streams/answerEvents.ts';
import { completionsStream, messagesStream } from '../setup/streams/providerStreams.ts';
import { checkStreams, expectRead } from '../setup/streams/readStreams.ts';

const count = 10_000;

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

describe('ten thousand random streams', () => {
  it('of chat completions are read exactly', () =>
    checkStreams(count, (random) =>
      expectRead(completionsStream(random), new ChatCompletionsParser('A provider')),
    ));

  it('of the Messages API are read exactly', () =>
    checkStreams(count, (random) =>
      expectRead(messagesStream(random), new MessagesParser('A provider')),
    ));

  it('of answers are read exactly by the browser, over connections that break', () =>
    checkStreams(count, async (random) => {
      const answer = randomAnswer(random);
      const { text, end } = answer;
      expect(await readInBrowser(api, random, answer)).toEqual({ text, end });
    }));
});
