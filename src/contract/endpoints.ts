import { getAiSearch } from '#contract/aiSearch.ts';
import { getAccount } from '#contract/account.ts';
import { exportAccount, getDeletion, keepAccount, requestDeletion } from '#contract/accountData.ts';
import { countEvents } from '#contract/analytics.ts';
import { deleteAttachment, getAttachment, uploadAttachment } from '#contract/attachments.ts';
import { sendContactMessage } from '#contract/contact.ts';
import { askQuestion, followAnswer, regenerateAnswer, stopAnswer } from '#contract/chat.ts';
import { getChatSettings, putChatSettings } from '#contract/chatSettings.ts';
import {
  changeConversation,
  deleteConversation,
  deleteConversations,
  exportConversation,
  exportConversations,
  getConversation,
  importConversations,
  listConversations,
  restoreConversations,
  searchConversations,
} from '#contract/conversations.ts';
import { listLots } from '#contract/credits.ts';
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
import { listLedger } from '#contract/ledger.ts';
import { sendLoginCode, signInByEmail, signOut } from '#contract/login.ts';
import {
  deleteMediaFile,
  getMediaFile,
  listMediaFiles,
  receiveMediaCallback,
} from '#contract/media.ts';
import { getModelStatus, listModels } from '#contract/models.ts';
import { changeAccount, deletePicture, getPicture, putPicture } from '#contract/profile.ts';
import {
  checkDiscount,
  createOrder,
  getOrder,
  listOrders,
  listOffers,
  openCheckout,
  receivePaymentEvent,
} from '#contract/orders.ts';
import { getRefund, requestRefund } from '#contract/refunds.ts';
import { getReceipt, putBilling } from '#contract/receipts.ts';
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
import { endOtherSessions, endSession, listSessions } from '#contract/sessions.ts';
import { getSharing, sendScreenshot, sendSharedLink } from '#contract/sharing.ts';
import { listShares, revokeShare, shareConversation } from '#contract/shares.ts';
import { getSnapshot } from '#contract/snapshot.ts';
import {
  cancelSubscription,
  changeSubscription,
  getSubscription,
  openCardPage,
  payOpenBill,
  resumeSubscription,
} from '#contract/subscription.ts';
import { listSupportMessages } from '#contract/support.ts';

/** Every call of the API, by its resource. A test compares the list with the files of this folder. */
export const endpoints = {
  gpts: { listGpts, getGpt, listRecentGpts, listSavedGpts, saveGpt, unsaveGpt },
  ranking: { getDailyRanking, getWeeklyRanking, getMonthlyRanking, getCategoryRanking },
  reviews: { listReviews, getOwnReview, putReview, deleteReview, reportGpt, reportReview },
  login: { sendLoginCode, signInByEmail, signOut },
  account: { getAccount, changeAccount, putPicture, getPicture, deletePicture, listLedger },
  credits: { listLots },
  sessions: { listSessions, endSession, endOtherSessions },
  accountData: { exportAccount, getDeletion, requestDeletion, keepAccount },
  product: { getProduct, redeemCode },
  orders: {
    listOffers,
    checkDiscount,
    createOrder,
    listOrders,
    getOrder,
    openCheckout,
    receivePaymentEvent,
  },
  sharing: { getSharing, sendSharedLink, sendScreenshot },
  subscription: {
    getSubscription,
    cancelSubscription,
    resumeSubscription,
    openCardPage,
    payOpenBill,
    changeSubscription,
  },
  refunds: { getRefund, requestRefund },
  receipts: { getReceipt, putBilling },
  models: { getModelStatus, listModels },
  aiSearch: { getAiSearch },
  chat: { askQuestion, regenerateAnswer, followAnswer, stopAnswer },
  conversations: {
    listConversations,
    getConversation,
    changeConversation,
    deleteConversation,
    deleteConversations,
    restoreConversations,
    searchConversations,
    exportConversation,
    exportConversations,
    importConversations,
  },
  shares: { shareConversation, listShares, revokeShare },
  attachments: { uploadAttachment, getAttachment, deleteAttachment },
  media: { listMediaFiles, getMediaFile, deleteMediaFile, receiveMediaCallback },
  chatSettings: { getChatSettings, putChatSettings },
  contact: { sendContactMessage },
  analytics: { countEvents },
  support: { listSupportMessages },
  operation: { getSnapshot, publishHook, getHealth, getReadiness },
} as const satisfies Record<string, Record<string, Endpoint>>;
