import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeApi, startFakeApi } from '../../setup/fakeApi.ts';
import { randomAnswer, readInBrowser } from '../../setup/streams/answerEvents.ts';
import { checkStreams } from '../../setup/streams/readStreams.ts';

const count = 300;

let api: FakeApi;

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

describe('event streams of answers with fields added and reordered, cut anywhere', () => {
  it('are read exactly by the browser, over connections that break', () =>
    checkStreams(count, async (random) => {
      const answer = randomAnswer(random);
      const { text, end } = answer;
      expect(await readInBrowser(api, random, answer)).toEqual({ text, end });
    }));
});
