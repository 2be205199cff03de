import type { MediaGateway, MediaProvider } from '#server/gateways/media/mediaProvider.ts';
import { downloader } from '#server/gateways/media/download.ts';
import { sandboxMedia } from '#server/gateways/media/sandbox/sandboxMedia.ts';
import type { Config } from '#server/config.ts';
import { falProvider, replicateProvider } from '#server/gateways/media/queueProvider.ts';
import { lumaProvider } from '#server/gateways/media/luma.ts';
import { openaiProvider } from '#server/gateways/media/openaiPictures.ts';
import { sunoProvider } from '#server/gateways/media/suno.ts';
import type { MediaProviderConfig } from '#server/mediaConfig.ts';

/** Connects the configured providers of media, and the sandbox if the configuration allows it. */
export function createMediaGateway(
  config: Pick<Config, 'media' | 'sandboxModels' | 'web' | 'production'>,
): MediaGateway {
  const providers = new Map<string, MediaProvider>();
  for (const provider of config.media.providers) {
    providers.set(provider.name, connectProvider(provider));
  }
  if (config.sandboxModels) providers.set('sandbox', sandboxMedia());
  return { provider: (name) => providers.get(name), download: downloader(config) };
}

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
