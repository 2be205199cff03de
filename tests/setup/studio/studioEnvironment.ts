import type { MediaProviderName } from '#domain/models/providers.ts';
import type { Providers } from './providers.ts';

/** The product's address in its worker's configuration: providers send messages to https:// only. */
export const publicUrl = 'https://dolores.example';

/** Two servers, because each kind is made by the first provider that is connected. */
export const providersOfServers: readonly (readonly MediaProviderName[])[] = [
  ['openai', 'luma', 'suno'],
  ['fal', 'replicate'],
];

const variables: Readonly<Record<MediaProviderName, { key: string; model?: [string, string] }>> = {
  openai: { key: 'OPENAI_API_KEY' },
  luma: { key: 'LUMA_API_KEY' },
  suno: { key: 'SUNO_API_KEY' },
  fal: { key: 'FAL_KEY', model: ['FAL_PICTURE_MODEL', 'maker/pictures'] },
  replicate: { key: 'REPLICATE_API_TOKEN', model: ['REPLICATE_VIDEO_MODEL', 'maker/videos'] },
};

/** The configuration that connects these providers. */
export function environmentOf(
  providers: Providers,
  names: readonly MediaProviderName[],
  folder: string,
): Record<string, string> {
  const connected = names.flatMap((name) => {
    const { key, model } = variables[name];
    const baseUrl = [`${name.toUpperCase()}_BASE_URL`, providers.urlOf(name)];
    return [[key, 'secret'], baseUrl, ...(model ? [model] : [])];
  });
  return {
    ...(Object.fromEntries(connected) as Record<string, string>),
    SECRET: 'the same 32 characters for all of these servers',
    MEDIA_STORE: `${folder}/media`,
    WEB_TEST_ADDRESSES: `127.0.0.1:${providers.port}`,
    QUESTIONS_PER_MINUTE: '0',
    QUESTIONS_PER_DAY: '0',
    LOG_LEVEL: 'error',
  };
}
