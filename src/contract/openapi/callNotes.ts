import { answerEvent } from '#contract/chat/chat.ts';
import { chatChange } from '#contract/conversations/changes.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { hookNotes } from '#contract/openapi/hookNotes.ts';
import { imageTypes } from '#domain/chat/attachments.ts';
import { mediaTypes } from '#domain/media/media.ts';
import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** Details of a call for the OpenAPI description only. Browsers do not load them. */
export type CallNotes = {
  /** Error codes in addition to those of all calls of its kind. */
  refusals?: readonly ErrorCode[];
  /** Media types of a response without a schema in the contract. */
  sends?: readonly string[];
  /** For a streamed response: the schemas of its events or lines, and their name in the description. */
  items?: { name: string; schemas: readonly Schema[] };
  /** Media types of a body without a schema in the contract, each with its schemas; `undefined` for any bytes. */
  takes?: Readonly<Record<string, readonly Schema[] | undefined>>;
  /** Optional headers of the request. */
  asks?: Readonly<Record<string, string>>;
  /** Further successful responses by status: description, headers, and media types without a schema in the contract. */
  also?: Readonly<
    Record<number, { description: string; headers?: readonly string[]; sends?: readonly string[] }>
  >;
  /** Headers of a successful response in addition to the common ones. */
  headers?: readonly string[];
};

const hiddenGpts = ['unknown_gpt', 'gone', 'gpt_not_public'] as const;

const asking = [
  ...hiddenGpts,
  'no_credits',
  'account_blocked',
  'unknown_model',
  'unknown_conversation',
  'unknown_attachment',
  'not_found',
  'conflict',
  'answer_running',
  'newer_messages',
  'other_target',
  'request_id_reused',
  'price_changed',
  'own_limit',
  'question_too_long',
  'question_refused',
  'model_unavailable',
  'model_resting',
  'model_closed',
  'attachment_not_accepted',
  'too_many_answers',
  'too_many_stops',
  'too_many_media',
  'media_quota',
  'server_busy',
] as const;

const answerStream: CallNotes = {
  sends: ['text/event-stream'],
  items: { name: 'AnswerEvent', schemas: [answerEvent] },
  asks: {
    'Last-Event-ID': 'The number of the last event that was seen: only later ones are sent.',
  },
  headers: ['X-Accel-Buffering'],
};

const exported: CallNotes = {
  refusals: ['unknown_conversation'],
  sends: ['text/markdown', 'application/json'],
  headers: ['Content-Disposition'],
};

const ofMediaFile = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'X-Robots-Tag',
  'Vary',
] as const;

const sharing = ['sharing_ended', 'sharing_sent', 'sharing_rewarded'] as const;

const discounts = [
  'discount_unknown',
  'discount_used',
  'discount_waiting',
  'discount_over',
  'discount_not_yours',
  'discount_own',
] as const;

const ofConversation: CallNotes = { refusals: ['unknown_conversation'] };
const ranking: CallNotes = { refusals: ['unknown_period'] };
const review: CallNotes = { refusals: hiddenGpts };

/** Notes by the name of the call. */
export const callNotes: Readonly<Record<string, CallNotes>> = {
  listGpts: { refusals: ['server_busy'], headers: ['Vary'] },
  getGpt: { refusals: hiddenGpts },
  saveGpt: { refusals: ['unknown_gpt', 'conflict'] },
  getDailyRanking: ranking,
  getWeeklyRanking: ranking,
  getMonthlyRanking: ranking,
  getCategoryRanking: ranking,
  getRankingRecord: ranking,
  getRankingFile: { ...ranking, sends: ['application/json'], headers: ['Vary'] },
  listReviews: review,
  getOwnReview: review,
  putReview: { refusals: [...hiddenGpts, 'not_used'] },
  deleteReview: review,
  reportGpt: { refusals: [...hiddenGpts, 'conflict'] },
  reportReview: { refusals: ['unknown_review'] },
  sendContactMessage: { refusals: ['not_found'] },
  sendLoginCode: { refusals: ['mail_failed', 'mail_refused'] },
  signInByEmail: {
    refusals: [
      'wrong_code',
      'code_expired',
      'word_needed',
      'too_many_guesses',
      'account_blocked',
      'registration_closed',
      'invitation_needed',
      'invitation_unknown',
    ],
  },
  signOut: {
    also: { 302: { description: 'A link was followed: on to `redirect`', headers: ['Location'] } },
  },
  askQuestion: { ...answerStream, refusals: asking },
  regenerateAnswer: { ...answerStream, refusals: asking },
  followAnswer: { ...answerStream, refusals: ['not_found', 'too_many_answers'] },
  followChanges: {
    sends: ['text/event-stream'],
    items: { name: 'ChatChange', schemas: [chatChange] },
    headers: ['X-Accel-Buffering'],
  },
  getThoughts: { refusals: ['not_found'] },
  stopAnswer: { refusals: ['not_found'] },
  voteAnswer: { refusals: ['not_found'] },
  getMediaFile: {
    refusals: ['not_found', 'gone'],
    sends: mediaTypes,
    asks: { Range: 'One range of bytes, such as `bytes=0-1023`.' },
    also: {
      206: {
        description: 'The range that was asked for',
        headers: [...ofMediaFile, 'Content-Range'],
        sends: mediaTypes,
      },
    },
    headers: ofMediaFile,
  },
  putMemoryLine: { refusals: ['memory_full'] },
  deleteMediaFile: { refusals: ['not_found'] },
  receiveMediaCallback: {
    refusals: ['not_found', 'forbidden'],
    takes: { 'application/json': undefined },
  },
  getConversation: { refusals: ['unknown_conversation', 'not_found'] },
  changeConversation: { refusals: ['unknown_conversation', 'not_found', 'conflict'] },
  deleteConversation: ofConversation,
  exportConversation: exported,
  exportConversations: exported,
  exportCreditUsage: { sends: ['text/csv'], headers: ['Content-Disposition'] },
  exportAccount: { sends: ['application/zip'], headers: ['Content-Disposition'] },
  importConversations: {
    refusals: ['conflict'],
    takes: {
      'application/json': undefined,
      'application/zip': undefined,
      'application/octet-stream': undefined,
    },
  },
  shareConversation: { refusals: ['unknown_conversation', 'answer_running', 'conflict'] },
  continueShare: { refusals: ['not_found', 'gone', 'conflict'] },
  revokeShare: { refusals: ['not_found'] },
  uploadAttachment: {
    refusals: [
      'attachment_too_large',
      'attachment_type',
      'attachment_encoding',
      'attachment_unreadable',
      'attachment_encrypted',
      'attachment_pixels',
      'attachment_pages',
      'attachment_effort',
      'too_many_attachments',
    ],
    takes: { 'application/octet-stream': undefined },
  },
  putPicture: {
    refusals: [
      'attachment_too_large',
      'attachment_type',
      'attachment_unreadable',
      'attachment_pixels',
      'attachment_effort',
    ],
    takes: { 'application/octet-stream': undefined },
  },
  getPicture: {
    refusals: ['not_found'],
    sends: ['image/webp'],
    headers: ['Content-Security-Policy', 'Cross-Origin-Resource-Policy', 'Vary'],
  },
  getAttachment: {
    refusals: ['unknown_attachment'],
    sends: [...imageTypes, 'application/pdf', 'text/plain'],
    headers: [
      'Content-Disposition',
      'Content-Security-Policy',
      'Cross-Origin-Resource-Policy',
      'Vary',
    ],
  },
  deleteAttachment: { refusals: ['unknown_attachment', 'conflict'] },
  checkDiscount: { refusals: discounts },
  createOrder: {
    refusals: [
      'waiver_missing',
      'not_for_sale',
      'offer_changed',
      'already_subscribed',
      'account_leaving',
      'account_blocked',
      'larger_plan_runs',
      'request_id_reused',
      'payment_running',
      'payment_unavailable',
      ...discounts,
    ],
  },
  sendSharedLink: { refusals: [...sharing, 'sharing_link'] },
  sendScreenshot: {
    refusals: [
      ...sharing,
      'sharing_link',
      'attachment_too_large',
      'attachment_type',
      'attachment_unreadable',
      'attachment_pixels',
      'attachment_effort',
    ],
    takes: { 'application/octet-stream': undefined },
  },
  getOrder: { refusals: ['unknown_order'] },
  getReceipt: { refusals: ['unknown_order'] },
  openCheckout: {
    refusals: [
      'unknown_order',
      'order_closed',
      'account_leaving',
      'account_blocked',
      'currency_not_accepted',
      'larger_plan_runs',
      'payment_running',
      'payment_unavailable',
    ],
  },
  cancelSubscription: { refusals: ['no_plan', 'change_running', 'payment_unavailable'] },
  resumeSubscription: {
    refusals: [
      'no_plan',
      'account_leaving',
      'account_blocked',
      'change_running',
      'payment_unavailable',
    ],
  },
  openCardPage: { refusals: ['no_plan', 'plan_paid', 'payment_unavailable'] },
  payOpenBill: { refusals: ['no_plan', 'payment_unavailable'] },
  changeSubscription: {
    refusals: [
      'no_plan',
      'already_subscribed',
      'not_for_sale',
      'offer_changed',
      'plan_past_due',
      'waiver_missing',
      'account_leaving',
      'account_blocked',
      'change_running',
      'request_id_reused',
      'payment_unavailable',
    ],
  },
  getRefund: { refusals: ['unknown_order'] },
  requestRefund: { refusals: ['unknown_order', 'refund_refused', 'refund_changed'] },
  ...hookNotes,
};
