import { ownReports, postmarkReport, sesNotification } from '#contract/mail/mailReports.ts';
import { githubPush, publishRequest } from '#contract/publishing/hooks.ts';
import { goneLine, snapshotLine } from '#contract/publishing/snapshot.ts';

/** Notes of the calls that other programs make. */
export const hookNotes = {
  getSnapshot: {
    sends: ['application/x-ndjson'],
    items: { name: 'SnapshotLine', schemas: [snapshotLine, goneLine] },
    asks: { 'If-None-Match': 'The ETag of a snapshot: 304 while nothing changed.' },
    also: { 304: { description: 'Nothing changed', headers: ['ETag'] } },
    headers: ['ETag'],
  },
  receivePaymentEvent: {
    refusals: ['not_found', 'forbidden'],
    takes: { 'application/json': undefined },
  },
  receiveMailReports: {
    refusals: ['not_found', 'not_signed_in'],
    takes: {
      'application/json': [ownReports, postmarkReport, sesNotification],
      'text/plain': undefined,
    },
    asks: {
      'Dolores-Signature': 'The signature, unless the secret is the password.',
    },
  },
  publishHook: {
    refusals: ['not_found', 'forbidden'],
    takes: {
      'application/json': [publishRequest, githubPush],
      'application/x-www-form-urlencoded': undefined,
    },
    asks: {
      'X-GitHub-Event': '`push` or `ping`, from GitHub only.',
      'X-GitHub-Delivery': 'The id of the delivery, from GitHub only.',
    },
  },
} as const;
