import { getAccount, listLedger } from '#contract/account.ts';
import {
  askQuestion,
  followAnswer,
  getConversation,
  listConversations,
  listModels,
  stopAnswer,
} from '#contract/chat.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  getGpt,
  listGpts,
  listRecentGpts,
  listSavedGpts,
  saveGpt,
  unsaveGpt,
} from '#contract/gpts.ts';
import { getHealth, getReadiness } from '#contract/health.ts';
import { publishHook } from '#contract/hooks.ts';
import { sendLoginCode, signInByEmail, signOut } from '#contract/login.ts';
import { getProduct, redeemCode } from '#contract/product.ts';
import {
  getCategoryRanking,
  getDailyRanking,
  getMonthlyRanking,
  getWeeklyRanking,
} from '#contract/ranking.ts';
import {
  deleteReview,
  getOwnReview,
  listReviews,
  putReview,
  reportGpt,
  reportReview,
} from '#contract/reviews.ts';
import { getSnapshot } from '#contract/snapshot.ts';

/** Every call of the API, by the resource that it is about. A test holds it against the files of this folder. */
export const endpoints = {
  gpts: { listGpts, getGpt, listRecentGpts, listSavedGpts, saveGpt, unsaveGpt },
  ranking: { getDailyRanking, getWeeklyRanking, getMonthlyRanking, getCategoryRanking },
  reviews: { listReviews, getOwnReview, putReview, deleteReview, reportGpt, reportReview },
  login: { sendLoginCode, signInByEmail, signOut },
  account: { getAccount, listLedger },
  product: { getProduct, redeemCode },
  chat: { listModels, askQuestion, followAnswer, stopAnswer, listConversations, getConversation },
  operation: { getSnapshot, publishHook, getHealth, getReadiness },
} as const satisfies Record<string, Record<string, Endpoint>>;
