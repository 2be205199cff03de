import { call } from '#contract/call.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { deleteMediaFile, listMediaFiles } from '#contract/media/media.ts';
import type { MediaKind } from '#domain/media/media.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

type Page = ResponseOf<typeof listMediaFiles>;

export type GalleryItem = Page['items'][number];

export type Gallery = {
  /** `undefined` for all kinds. */
  kind: MediaKind | undefined;
  state: 'loading' | 'ready' | 'failed';
  problem: Message | undefined;
  items: readonly GalleryItem[];
  hasMore: boolean;
  /** The stored bytes and their limit; unknown before the first page. */
  used: Page['used'] | undefined;
  limit: Page['limit'] | undefined;
};

const pageSize = 24;

/** The files that models made for the user, newest first. */
export const $gallery = atom<Gallery>({
  kind: undefined,
  state: 'loading',
  problem: undefined,
  items: [],
  hasMore: false,
  used: undefined,
  limit: undefined,
});

/** By file id: `deleting`, or why the file could not be deleted. */
export const $mediaDeletions = atom<Readonly<Record<string, 'deleting' | Message>>>({});

/** Loads the newest files of a kind. */
export async function loadGallery(kind: MediaKind | undefined): Promise<void> {
  $gallery.set({ ...$gallery.get(), kind, state: 'loading', problem: undefined, items: [] });
  await loadPage(kind, undefined);
}

/** Loads the next older files. */
export async function loadMoreOfGallery(): Promise<void> {
  const { kind, state, items } = $gallery.get();
  if (state === 'loading') return;
  $gallery.set({ ...$gallery.get(), state: 'loading', problem: undefined });
  await loadPage(kind, items.at(-1)?.id);
}

/** Deletes a file for good. Returns whether it is gone. */
export async function deleteFromGallery(id: string): Promise<boolean> {
  noteDeletion(id, 'deleting');
  try {
    await call(deleteMediaFile, { params: { id } });
  } catch (error) {
    noteDeletion(id, errorMessage(error));
    return false;
  }
  noteDeletion(id, undefined);
  const { items, used, ...rest } = $gallery.get();
  const gone = items.find((item) => item.id === id);
  $gallery.set({
    ...rest,
    items: items.filter((item) => item.id !== id),
    used: used && gone && { files: used.files - 1, bytes: used.bytes - gone.size },
  });
  return true;
}

async function loadPage(kind: MediaKind | undefined, before: string | undefined): Promise<void> {
  try {
    const page = await call(listMediaFiles, { query: { kind, before, size: pageSize } });
    const now = $gallery.get();
    // Another kind was chosen meanwhile.
    if (now.kind !== kind) return;
    const { has_more: hasMore, used, limit } = page;
    const known = before === undefined ? [] : now.items;
    $gallery.set({
      kind,
      hasMore,
      used,
      limit,
      state: 'ready',
      problem: undefined,
      items: [...known, ...page.items],
    });
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    if ($gallery.get().kind !== kind) return;
    $gallery.set({ ...$gallery.get(), state: 'failed', problem: errorMessage(error) });
  }
}

function noteDeletion(id: string, state: 'deleting' | Message | undefined): void {
  const { [id]: _, ...others } = $mediaDeletions.get();
  $mediaDeletions.set(state === undefined ? others : { ...others, [id]: state });
}
