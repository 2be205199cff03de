import type { MediaOptions, PictureSize } from '#domain/media/media.ts';
import { callProvider } from '#server/gateways/media/callProvider.ts';
import { keysInTurn } from '#server/gateways/providerKey.ts';
import { MediaFailure, type MediaProvider } from '#server/gateways/media/mediaProvider.ts';
import { listAt, textAt } from '#server/gateways/readJson.ts';
import type { MediaProviderConfig } from '#server/mediaConfig.ts';

const sizes: Readonly<Record<PictureSize, string>> = {
  square: '1024x1024',
  landscape: '1536x1024',
  portrait: '1024x1536',
};

/**
 * Models from GPT Image 2.6 on take a complexity: how much they plan before they paint. Older ones refuse unknown
 * parameters.
 */
const takesComplexity = /^gpt-image-(?:2\.[6-9]|[3-9]|\d{2,})/;

/** The largest picture in base64, with the JSON around it. */
const maxBytes = 60_000_000;

/**
 * OpenAI's images: the response to the order is the picture itself. An order whose response was lost cannot be found
 * again.
 */
export function openaiProvider(config: MediaProviderConfig): MediaProvider {
  const { apiKey, otherKeys = [], baseUrl } = config;
  const withKey = keysInTurn([apiKey, ...otherKeys]);
  const url = `${(baseUrl ?? 'https://api.openai.com/v1').replace(/\/+$/, '')}/images/generations`;
  return {
    isIdempotent: false,
    submit: async ({ model, prompt, options }, signal) => {
      if (options.kind !== 'picture') {
        throw new MediaFailure('refused', 'upstream_error', 'It makes pictures only');
      }
      const body = bodyOf(model, prompt, options);
      const made = await withKey((key) => {
        const headers = { authorization: `Bearer ${key}` };
        return callProvider({ url, method: 'POST', headers, body, signal, maxBytes });
      });
      const files = listAt(made, 'data').flatMap((one) => {
        const text = textAt(one, 'b64_json');
        return text === ''
          ? []
          : [{ kind: 'content' as const, title: '', bytes: Buffer.from(text, 'base64') }];
      });
      return { state: 'finished', files };
    },
    poll: async () => {
      throw new MediaFailure('refused', 'upstream_error', 'There is nothing to ask about');
    },
  };
}

/** Everything that sets the price is named: the provider's defaults may change, and its highest ones cost most. */
function bodyOf(
  model: string,
  prompt: string,
  { quality, size }: Extract<MediaOptions, { kind: 'picture' }>,
): object {
  return {
    model,
    prompt,
    n: 1,
    size: sizes[size],
    quality,
    ...(takesComplexity.test(model) && { complexity: quality }),
    output_format: 'png',
  };
}
