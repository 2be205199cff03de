import { endpointUrl } from '#contract/endpoint.ts';
import { type MediaFile, getMediaFile } from '#contract/media/media.ts';

/** Returns the address of a file. */
export function mediaUrl({ id }: Pick<MediaFile, 'id'>): string {
  return endpointUrl(getMediaFile, { params: { id }, query: {} });
}

/** Returns the address from which the browser saves a file. */
export function mediaDownloadUrl({ id }: Pick<MediaFile, 'id'>): string {
  return endpointUrl(getMediaFile, { params: { id }, query: { download: '1' } });
}
