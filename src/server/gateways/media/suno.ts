import { meaningOf } from '#domain/media/mediaStates.ts';
import { accountProblemOf } from '#server/gateways/accountProblem.ts';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import {
  MediaFailure,
  type MediaOrder,
  type MediaProvider,
  type MediaReport,
  unfinishedReport,
} from '#server/gateways/media/mediaProvider.ts';
import { at, listAt, textAt } from '#server/gateways/readJson.ts';
import type { MediaProviderConfig } from '#server/mediaConfig.ts';

/** The URL of its API. */
export const sunoAddress = 'https://api.sunoapi.org';

/** The longest prompt of an order without title and style. */
const simplePromptCharacters = 400;

/**
 * A Suno-compatible service: one order makes two songs. It responds with status 200 and its own `code`. It sends
 * several callbacks for an order (`text`, `first`, `complete`, `error`); each only makes us poll.
 */
export function sunoProvider({ apiKey, baseUrl }: MediaProviderConfig): MediaProvider {
  const base = `${(baseUrl ?? sunoAddress).replace(/\/+$/, '')}/api/v1/generate`;
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    isIdempotent: false,
    submit: async (order, signal) => {
      const body = bodyOf(order);
      const sent = await callProvider({ url: base, method: 'POST', headers, body, signal });
      checkCode(sent);
      const id = textAt(sent, 'data', 'taskId');
      if (id === '') throw new MediaFailure('unclear', 'upstream_error', 'It gave no id');
      return { state: 'accepted', ticket: { id } };
    },
    poll: async ({ id }, _, signal) => {
      const url = `${base}/record-info?taskId=${encodeURIComponent(id)}`;
      return reportOf(await callProvider({ url, headers, signal }));
    },
  };
}

function bodyOf({ model, prompt, options, callbackUrl }: MediaOrder): Record<string, unknown> {
  if (options.kind !== 'music') {
    throw new MediaFailure('refused', 'upstream_error', 'It makes music only');
  }
  const { instrumental, title, style } = options;
  const customMode = style !== '' || title !== '';
  const text = customMode ? prompt : prompt.slice(0, simplePromptCharacters);
  return {
    model,
    customMode,
    instrumental,
    prompt: text,
    ...(customMode && {
      title: title || prompt.slice(0, 60),
      style: style || prompt.slice(0, 200),
    }),
    // Orders without a callback URL are refused. Nothing listens at this one.
    callBackUrl: callbackUrl ?? 'https://localhost.invalid/',
  };
}

function checkCode(sent: unknown): void {
  const code = at(sent, 'code');
  if (code === undefined || code === 200) return;
  // Its own code 429 means that no credits are left; too many requests are 430.
  const problem = code === 429 ? 'empty' : accountProblemOf(Number(code), sent);
  if (problem !== undefined) {
    throw new MediaFailure('refused', 'upstream_unauthorised', 'It refused our account', problem);
  }
  if (code === 405 || code === 430 || code === 455) {
    throw new MediaFailure('busy', 'upstream_busy', `It answered ${String(code)}`);
  }
  const isRefusal = typeof code === 'number' && code >= 400 && code < 500;
  const kind = isRefusal ? 'refused' : 'unclear';
  throw new MediaFailure(kind, 'upstream_error', 'It answered another code');
}

function reportOf(body: unknown): MediaReport {
  const word = textAt(body, 'data', 'status');
  const state = meaningOf(word);
  if (state !== 'finished') return unfinishedReport(state, word, /sensitive/i.test(word));
  const songs = listAt(body, 'data', 'response', 'sunoData');
  const files = songs.flatMap((song) => {
    const url = textAt(song, 'audioUrl') || textAt(song, 'audio_url');
    return url === '' ? [] : [{ kind: 'address' as const, title: textAt(song, 'title'), url }];
  });
  return { state, word, files };
}
