import type { MediaProvider } from '#server/gateways/media/mediaProvider.ts';
import { falProvider, replicateProvider } from '#server/gateways/media/queueProvider.ts';
import { lumaProvider } from '#server/gateways/media/luma.ts';
import { openaiProvider } from '#server/gateways/media/openaiPictures.ts';
import { sunoProvider } from '#server/gateways/media/suno.ts';
import type { MediaProviderConfig } from '#server/mediaConfig.ts';

/** Returns the adapter of a configured provider. It sends nothing before its first order. */
export function connectProvider(config: MediaProviderConfig): MediaProvider {
  switch (config.name) {
    case 'openai':
      return openaiProvider(config);
    case 'luma':
      return lumaProvider(config);
    case 'suno':
      return sunoProvider(config);
    case 'fal':
      return falProvider(config);
    case 'replicate':
      return replicateProvider(config);
  }
}
