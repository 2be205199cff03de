import type { MediaGateway, MediaProvider } from '#server/gateways/media/mediaProvider.ts';
import { downloader } from '#server/gateways/media/download.ts';
import { sandboxMedia } from '#server/gateways/media/sandbox/sandboxMedia.ts';
import type { Config } from '#server/config.ts';
import { connectProvider } from '#server/gateways/media/connectProvider.ts';

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
