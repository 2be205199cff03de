import type { Attachment } from '#contract/chat/attachments.ts';
import { type Area, readStoredJson, store } from '#stores/browser/storage.ts';
import { areaOf } from '#stores/drafts/draftTabs.ts';

/** The files of drafts in a storage, by draft: their ids and names, not their content. */
type Kept = Readonly<Record<string, { time: number; attachments: readonly Attachment[] }>>;

const storageKey = 'attachments';

/** The server deletes files that were not sent within a day; an hour less leaves time to send. */
const keptMilliseconds = 23 * 3_600_000;
const keptDrafts = 20;

/** Stores the files of a draft. */
export function keepAttachments(draft: string, attachments: readonly Attachment[]): void {
  const area = areaOf(draft);
  const { [draft]: before, ...others } = readAll(area);
  if (idsOf(attachments) === idsOf(before?.attachments ?? [])) return;
  const time = before?.time ?? Date.now();
  const own = attachments.length === 0 ? [] : [[draft, { time, attachments }] as const];
  const kept = [...own, ...Object.entries(others)].slice(0, keptDrafts);
  const value = kept.length === 0 ? undefined : JSON.stringify(Object.fromEntries(kept));
  store(storageKey, value, area);
}

/** Returns the stored files of a draft, if the server still has them. */
export function readKeptAttachments(draft: string): readonly Attachment[] {
  return readAll(areaOf(draft))[draft]?.attachments ?? [];
}

function idsOf(attachments: readonly Attachment[]): string {
  return attachments.map(({ id }) => id).join();
}

function readAll(area: Area): Kept {
  const oldest = Date.now() - keptMilliseconds;
  const all = (readStoredJson(storageKey, area) ?? {}) as Kept;
  try {
    return Object.fromEntries(
      Object.entries(all).filter(
        ([, { time, attachments }]) => time > oldest && Array.isArray(attachments),
      ),
    );
  } catch {
    return {};
  }
}
