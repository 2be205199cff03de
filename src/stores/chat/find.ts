import { atom } from 'nanostores';

/** Whether the field for finding text in the conversation is shown. The number grows with each request to focus it. */
export const $find = atom<number | undefined>(undefined);

let requests = 0;

export function openFind(): void {
  requests += 1;
  $find.set(requests);
}

export function closeFind(): void {
  $find.set(undefined);
}
