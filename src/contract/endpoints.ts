import { getAiSearch } from '#contract/search/aiSearch.ts';
import { getAccount } from '#contract/account/account.ts';
import {
  exportAccount,
  getDeletion,
  keepAccount,
  requestDeletion,
} from '#contract/account/accountData.ts';
import { countEvents } from '#contract/operation/analytics.ts';
import { deleteAttachment, getAttachment, uploadAttachment } from '#contract/chat/attachments.ts';
import { sendContactMessage } from '#contract/support/contact.ts';
import {
  askQuestion,
  followAnswer,
  getThoughts,
  regenerateAnswer,
  stopAnswer,
  voteAnswer,
} from '#contract/chat/chat.ts';
import { getChatSettings, putChatSettings } from '#contract/chat/chatSettings.ts';
import {
  deleteMemoryLine,
  getPersonalTexts,
  putCustomInstructions,
  putMemoryLine,
} from '#contract/chat/personalTexts.ts';
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
} from '#contract/conversations/conversations.ts';
import {
  listDeletedConversations,
  purgeConversation,
  purgeDeletedConversations,
} from '#contract/conversations/deletedConversations.ts';
import { listLots } from '#contract/credits/credits.ts';
import { listCreditHistory } from '#contract/credits/history.ts';
import { getCreditLimits, putCreditLimits } from '#contract/credits/limits.ts';
import { exportCreditUsage, getCreditUsage } from '#contract/credits/usage.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { followChanges } from '#contract/conversations/changes.ts';
import {
  getGpt,
  listGpts,
  listRecentGpts,
  listSavedGpts,
  saveGpt,
  unsaveGpt,
} from '#contract/gpts/gpts.ts';
import { getHealth, getReadiness } from '#contract/operation/health.ts';
import { receiveMailReports } from '#contract/mail/mailReports.ts';
import { publishHook } from '#contract/publishing/hooks.ts';
import { listLedger } from '#contract/credits/ledger.ts';
import { sendLoginCode, signInByEmail, signOut } from '#contract/login/login.ts';
import {
  deleteMediaFile,
  getMediaFile,
  listMediaFiles,
  receiveMediaCallback,
} from '#contract/media/media.ts';
import { getModelStatus, listModels } from '#contract/models/models.ts';
import { changeAccount, deletePicture, getPicture, putPicture } from '#contract/account/profile.ts';
import {
  checkDiscount,
  createOrder,
  getOrder,
  listOrders,
  listOffers,
  openCheckout,
  receivePaymentEvent,
} from '#contract/orders/orders.ts';
import { getRefund, requestRefund } from '#contract/orders/refunds.ts';
import { getReceipt, putBilling } from '#contract/orders/receipts.ts';
import { getProduct, redeemCode } from '#contract/product/product.ts';
import {
  getCategoryRanking,
  getDailyRanking,
  getMonthlyRanking,
  getWeeklyRanking,
} from '#contract/ranking/ranking.ts';
import { getRankingFile, getRankingRecord } from '#contract/ranking/rankingRecord.ts';
import {
  deleteReview,
  getOwnReview,
  listReviews,
  putReview,
  reportGpt,
  reportReview,
} from '#contract/reviews/reviews.ts';
import { endOtherSessions, endSession, listSessions } from '#contract/login/sessions.ts';
import { getSharing, sendScreenshot, sendSharedLink } from '#contract/sharing/sharing.ts';
import {
  continueShare,
  listShares,
  revokeShare,
  shareConversation,
} from '#contract/conversations/shares.ts';
import { getSnapshot } from '#contract/publishing/snapshot.ts';
import {
  cancelSubscription,
  changeSubscription,
  getSubscription,
  openCardPage,
  payOpenBill,
  resumeSubscription,
} from '#contract/orders/subscription.ts';
import { listSupportMessages } from '#contract/support/support.ts';

/** Every call of the API, by its resource. A test compares the list with the files of this folder. */
export const endpoints = {
  gpts: { listGpts, getGpt, listRecentGpts, listSavedGpts, saveGpt, unsaveGpt },
  ranking: {
    getDailyRanking,
    getWeeklyRanking,
    getMonthlyRanking,
    getCategoryRanking,
    getRankingRecord,
    getRankingFile,
  },
  reviews: { listReviews, getOwnReview, putReview, deleteReview, reportGpt, reportReview },
  login: { sendLoginCode, signInByEmail, signOut },
  account: { getAccount, changeAccount, putPicture, getPicture, deletePicture, listLedger },
  credits: {
    listLots,
    listCreditHistory,
    getCreditUsage,
    exportCreditUsage,
    getCreditLimits,
    putCreditLimits,
  },
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
  chat: { askQuestion, regenerateAnswer, followAnswer, getThoughts, stopAnswer, voteAnswer },
  changes: { followChanges },
  conversations: {
    listConversations,
    getConversation,
    changeConversation,
    deleteConversation,
    deleteConversations,
    restoreConversations,
    listDeletedConversations,
    purgeConversation,
    purgeDeletedConversations,
    searchConversations,
    exportConversation,
    exportConversations,
    importConversations,
  },
  shares: { shareConversation, continueShare, listShares, revokeShare },
  attachments: { uploadAttachment, getAttachment, deleteAttachment },
  media: { listMediaFiles, getMediaFile, deleteMediaFile, receiveMediaCallback },
  chatSettings: { getChatSettings, putChatSettings },
  personalTexts: { getPersonalTexts, putCustomInstructions, putMemoryLine, deleteMemoryLine },
  contact: { sendContactMessage },
  analytics: { countEvents },
  support: { listSupportMessages },
  operation: { getSnapshot, publishHook, receiveMailReports, getHealth, getReadiness },
} as const satisfies Record<string, Record<string, Endpoint>>;
