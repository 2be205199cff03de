import { call } from '#contract/call.ts';
import {
  type OwnReview,
  deleteReview,
  getOwnReview,
  putReview,
} from '#contract/reviews/reviews.ts';
import { reviewMaxCharacters } from '#domain/reviews/reviews.ts';
import { openLogin } from '#stores/account/loginDialog.ts';
import { type Message, errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import {
  type ReviewDraft,
  keepReviewDraft,
  readReviewDraft,
  tooLong,
} from '#stores/reviews/reviewDrafts.ts';
import { $account, isVisitor } from '#stores/account/user.ts';
import { atom, computed } from 'nanostores';

export type { OwnReview } from '#contract/reviews/reviews.ts';

export type ReviewForm = ReviewDraft & { error: Message | undefined };

export type OwnReviewState =
  /** Not requested yet. */
  | { state: 'closed' }
  | { state: 'loading' | 'visitor' | 'notUsed'; gptId: string }
  | { state: 'failed'; gptId: string; problem: Message }
  | { state: 'writing'; gptId: string; form: ReviewForm; saved: OwnReview | undefined }
  /** Shown as saved; `saving` until the server confirms. */
  | {
      state: 'saved';
      gptId: string;
      review: OwnReview;
      activity: 'nothing' | 'saving';
      /** Whether it was saved in this page, so that the list in the page's HTML is older. */
      isFresh: boolean;
      error: Message | undefined;
    }
  | { state: 'deleted'; gptId: string; review: OwnReview };

/** The user's review of the GPT of this page, and the state of its form. */
export const $ownReview = atom<OwnReviewState>({ state: 'closed' });

/** The id of the user's own review, if known, to find it in the list of reviews. */
export const $ownReviewId = computed($ownReview, (own) => {
  if (own.state === 'saved' || own.state === 'deleted') return own.review.id;
  return own.state === 'writing' ? own.saved?.id : undefined;
});

const emptyForm: ReviewForm = { rating: 0, text: '', error: undefined };

/** The id of the user whose review is shown. */
let reviewerId: string | undefined;

/** Loads the user's review of a GPT and opens the form, with the stored draft. Visitors sign in first. */
export async function openOwnReview(gptId: string): Promise<void> {
  if (isVisitor()) return askToSignIn(gptId);
  const loading: OwnReviewState = { state: 'loading', gptId };
  $ownReview.set(loading);
  // A sign-out or a newer call replaces this state.
  const isCurrent = () => $ownReview.get() === loading;
  try {
    const { review, is_allowed: isAllowed } = await call(getOwnReview, { params: { id: gptId } });
    if (!isCurrent()) return;
    reviewerId = $account.get()?.user_id;
    show(gptId, review ?? undefined, isAllowed);
  } catch (error) {
    if (!isCurrent()) return;
    if (isSignedOut(error)) return askToSignIn(gptId);
    $ownReview.set({ state: 'failed', gptId, problem: errorMessage(error) });
  }
}

/** Opens the form with the saved review, or empty after that was deleted. */
export function editOwnReview(): void {
  const own = $ownReview.get();
  if (own.state === 'deleted') {
    const { gptId } = own;
    return $ownReview.set({ state: 'writing', gptId, form: emptyForm, saved: undefined });
  }
  if (own.state !== 'saved' || own.activity !== 'nothing') return;
  const { gptId, review } = own;
  const form = { rating: review.rating, text: review.text ?? '', error: undefined };
  $ownReview.set({ state: 'writing', gptId, form, saved: review });
}

/** Changes the form and stores it as a draft. */
export function changeReviewForm(change: Partial<ReviewDraft>): void {
  const own = $ownReview.get();
  if (own.state !== 'writing') return;
  const form = { ...own.form, ...change, error: undefined };
  $ownReview.set({ ...own, form });
  keepReviewDraft(own.gptId, { rating: form.rating, text: form.text });
}

/** Closes the form, keeps the saved review and forgets the draft. */
export function cancelReviewForm(): void {
  const own = $ownReview.get();
  if (own.state !== 'writing' || !own.saved) return;
  keepReviewDraft(own.gptId, undefined);
  $ownReview.set(asSaved(own.gptId, own.saved));
}

/** Saves the form. Shows it as saved at once; a refusal opens the form again, with its content and the problem. */
export async function saveOwnReview(): Promise<void> {
  const own = $ownReview.get();
  if (own.state !== 'writing') return;
  const { gptId, form, saved } = own;
  const problem =
    form.rating === 0 ? message('reviews.own.noStars') : tooLong(form.text, reviewMaxCharacters);
  if (problem) return reopen(gptId, form, saved, problem);
  const text = form.text.trim() || null;
  $ownReview.set({ ...asSaved(gptId, expected(saved, form.rating, text)), activity: 'saving' });
  try {
    const body = { rating: form.rating, text };
    const review = await call(putReview, { params: { id: gptId }, body });
    keepReviewDraft(gptId, undefined);
    $ownReview.set({ ...asSaved(gptId, review), isFresh: true });
  } catch (error) {
    reopen(gptId, form, saved, errorMessage(error));
    if (isSignedOut(error)) openLogin(message('login.reason.review'));
  }
}

/** Deletes the review. Hides it at once; a refusal shows it again, with the problem. */
export async function deleteOwnReview(): Promise<void> {
  const own = $ownReview.get();
  if (own.state !== 'saved' || own.activity !== 'nothing') return;
  const { gptId, review } = own;
  $ownReview.set({ state: 'deleted', gptId, review });
  try {
    await call(deleteReview, { params: { id: gptId } });
    keepReviewDraft(gptId, undefined);
  } catch (error) {
    $ownReview.set({ ...asSaved(gptId, review), error: errorMessage(error) });
    if (isSignedOut(error)) openLogin(message('login.reason.review'));
  }
}

function show(gptId: string, saved: OwnReview | undefined, isAllowed: boolean): void {
  const draft = readReviewDraft(gptId);
  if (!isAllowed) $ownReview.set({ state: 'notUsed', gptId });
  else if (!draft && saved) $ownReview.set(asSaved(gptId, saved));
  else $ownReview.set({ state: 'writing', gptId, form: { ...emptyForm, ...draft }, saved });
}

function reopen(
  gptId: string,
  form: ReviewForm,
  saved: OwnReview | undefined,
  error: Message,
): void {
  $ownReview.set({ state: 'writing', gptId, form: { ...form, error }, saved });
}

function asSaved(gptId: string, review: OwnReview): Extract<OwnReviewState, { state: 'saved' }> {
  const activity = 'nothing';
  return { state: 'saved', gptId, review, activity, isFresh: false, error: undefined };
}

/** Returns the review that the server is expected to return. */
function expected(saved: OwnReview | undefined, rating: number, text: string | null): OwnReview {
  const now = new Date().toISOString();
  const name = $account.get()?.name ?? '';
  const fresh = { id: '', name, created: now, updated: now, is_hidden: false };
  return { ...fresh, ...saved, rating, text };
}

function askToSignIn(gptId: string): void {
  $ownReview.set({ state: 'visitor', gptId });
  openLogin(message('login.reason.review'));
}

$account.listen((account) => {
  const own = $ownReview.get();
  if (own.state === 'closed' || own.state === 'loading') return;
  if (!account) $ownReview.set({ state: 'closed' });
  else if (own.state === 'visitor' || (reviewerId ?? account.user_id) !== account.user_id) {
    void openOwnReview(own.gptId);
  }
});
