import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  $hasVoices,
  $spokenKey,
  speak,
  stopSpeaking,
  watchVoices,
} from '#stores/browser/speech.ts';

class Utterance extends EventTarget {
  lang = '';
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

const synthesis = Object.assign(new EventTarget(), {
  spoken: [] as Utterance[],
  voices: [] as string[],
  speak: (utterance: Utterance) => synthesis.spoken.push(utterance),
  cancel: vi.fn(),
  getVoices: () => synthesis.voices,
});

/** Ends the utterance that is read now. */
async function end(type: 'end' | 'error' = 'end'): Promise<void> {
  synthesis.spoken.at(-1)?.dispatchEvent(new Event(type));
  await Promise.resolve();
  await Promise.resolve();
}

beforeEach(() => {
  synthesis.spoken = [];
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
});

afterEach(() => {
  stopSpeaking();
  vi.unstubAllGlobals();
});

it('reads one sentence after the other in the language of the text', async () => {
  const reading = speak('a', ['One.', 'Two.'], 'de');
  expect($spokenKey.get()).toBe('a');
  await end();
  await end();
  expect(await reading).toBe('ended');
  expect(synthesis.spoken.map(({ text, lang }) => [text, lang])).toEqual([
    ['One.', 'de'],
    ['Two.', 'de'],
  ]);
  expect($spokenKey.get()).toBeUndefined();
});

it('stops what was read before, and at once when told to', async () => {
  const first = speak('a', ['One.', 'Two.'], 'en');
  const second = speak('b', ['Three.'], 'en');
  expect(await first).toBe('stopped');
  stopSpeaking();
  expect(await second).toBe('stopped');
  expect(synthesis.spoken.map(({ text }) => text)).toEqual(['One.', 'Three.']);
});

it('reports that the browser refuses to read', async () => {
  const reading = speak('a', ['One.', 'Two.'], 'en');
  await end('error');
  expect(await reading).toBe('failed');
  expect($spokenKey.get()).toBeUndefined();
});

it('finds voices that the browser loads later', () => {
  const unwatch = watchVoices();
  expect($hasVoices.get()).toBe(false);
  synthesis.voices = ['a voice'];
  synthesis.dispatchEvent(new Event('voiceschanged'));
  expect($hasVoices.get()).toBe(true);
  unwatch();
});

it('stops when the page is left', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.resetModules();
  const fresh = await import('#stores/browser/speech.ts');
  const reading = fresh.speak('a', ['One.'], 'en');
  synthesis.cancel.mockClear();
  page.dispatchEvent(new Event('pagehide'));
  expect(synthesis.cancel).toHaveBeenCalledOnce();
  expect(await reading).toBe('stopped');
});
