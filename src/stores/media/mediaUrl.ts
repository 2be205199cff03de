import { endpointUrl } from '#contract/endpoint.ts';
import { type MediaFile, getMediaFile } from '#contract/media.ts';

/** The address of a file on this site. */
export function mediaUrl({ id }: Pick<MediaFile, 'id'>): string {
  return endpointUrl(getMediaFile, { params: { id }, query: {} });
}

/** The same, to be saved. */
export function mediaDownloadUrl({ id }: Pick<MediaFile, 'id'>): string {
  return endpointUrl(getMediaFile, { params: { id }, query: { download: '1' } });
}
