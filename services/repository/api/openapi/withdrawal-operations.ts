import {
  WaitingWithdrawalSchema,
  WithdrawalDecisionSchema,
  WithdrawalReasonSchema,
  WithdrawalViewSchema,
} from '@domain/life/withdrawal';

import type { Operations } from './operation';

const state = { 200: { description: 'How far the withdrawal is.', schema: WithdrawalViewSchema } };
const party = ['vote-own-upload', 'vote-member', 'vote-named'] as const;
const removal = ['not-withdrawn', 'data-removed'] as const;
const reason = { reason: 'The school has taken its consent back.' };

/** Withdrawal of the caller's own data sets. */
export const ownWithdrawalOperations: Operations = {
  'GET /api/fileupload/:id/withdrawal': {
    useCases: ['findOwnWithdrawal'],
    summary: 'How far a withdrawal is',
    answers: state,
    examples: [{ title: 'Of an upload', address: '/api/fileupload/3r/withdrawal', caller: 'contributor', status: 200 }],
  },
  'POST /api/fileupload/:id/withdrawal': {
    useCases: ['askWithdrawal'],
    summary: 'Ask the chair to withdraw a data set',
    description: 'The reason becomes public if the chair agrees.',
    body: WithdrawalReasonSchema,
    answers: state,
    refusals: ['not-withdrawable', 'already-withdrawn', 'withdrawal-asked', 'data-removed', 'reason-missing'],
    examples: [
      {
        title: 'Not accepted',
        address: '/api/fileupload/3r/withdrawal',
        caller: 'contributor',
        body: reason,
        status: 409,
      },
    ],
  },
  'DELETE /api/fileupload/:id/withdrawal': {
    useCases: ['takeWithdrawalBack'],
    summary: 'Withdraw the request to withdraw a data set',
    answers: state,
    refusals: ['not-withdrawable', 'already-withdrawn', 'no-withdrawal-asked', 'data-removed'],
    examples: [
      {
        title: 'Request withdrawn before acceptance',
        address: '/api/fileupload/3r/withdrawal',
        caller: 'contributor',
        status: 409,
      },
    ],
  },
  'DELETE /api/fileupload/:id/removal': {
    useCases: ['takeRemovalBack'],
    summary: 'Withdraw the request to remove the data',
    answers: state,
    refusals: [...removal, 'no-removal-asked'],
    examples: [
      {
        title: 'Request withdrawn without a withdrawal',
        address: '/api/fileupload/3r/removal',
        caller: 'contributor',
        status: 409,
      },
    ],
  },
  'POST /api/fileupload/:id/removal': {
    useCases: ['askOwnRemoval'],
    summary: 'Ask to remove the data of a withdrawn data set at once',
    description: 'A member of the chair has to confirm it.',
    body: WithdrawalReasonSchema,
    answers: state,
    refusals: [...removal, 'removal-asked', 'reason-missing'],
    examples: [
      {
        title: 'Not withdrawn',
        address: '/api/fileupload/3r/removal',
        caller: 'contributor',
        body: reason,
        status: 409,
      },
    ],
  },
  'POST /api/fileupload/:id/removal/confirmation': {
    useCases: ['confirmOwnRemoval'],
    summary: 'Confirm the removal of the data',
    description: 'As the second person, after a member of the chair has asked for it. It cannot be undone.',
    answers: state,
    refusals: [...removal, 'no-removal-asked', 'removal-needs-another'],
    examples: [
      {
        title: 'Not withdrawn',
        address: '/api/fileupload/3r/removal/confirmation',
        caller: 'contributor',
        status: 409,
      },
    ],
  },
};

/** Withdrawal of data sets by the chair. */
export const boardWithdrawalOperations: Operations = {
  'GET /api/editorial/withdrawals': {
    useCases: ['listWithdrawals'],
    summary: 'Withdrawals that wait for the chair',
    answers: { 200: { description: 'In the order of their uploads.', schema: WaitingWithdrawalSchema.array() } },
    examples: [{ title: 'As an expert', address: '/api/editorial/withdrawals', caller: 'expert1', status: 403 }],
  },
  'GET /api/editorial/:id/withdrawal': {
    useCases: ['readWithdrawalAsChair'],
    summary: 'How far a withdrawal is, for the chair',
    answers: state,
    refusals: party,
    examples: [{ title: 'As an expert', address: '/api/editorial/3r/withdrawal', caller: 'expert1', status: 403 }],
  },
  'POST /api/editorial/:id/withdrawal': {
    useCases: ['decideWithdrawal'],
    summary: 'Withdraw a data set, or decline to',
    body: WithdrawalDecisionSchema,
    answers: state,
    refusals: [
      ...party,
      'not-withdrawable',
      'already-withdrawn',
      'no-withdrawal-asked',
      'data-removed',
      'reason-missing',
    ],
    examples: [
      {
        title: 'Not the chair',
        address: '/api/editorial/3r/withdrawal',
        caller: 'expert1',
        body: { decision: 'withdraw', ...reason },
        status: 403,
      },
    ],
  },
  'POST /api/editorial/:id/restoration': {
    useCases: ['restoreDataSet'],
    summary: 'Take a withdrawal back',
    description: 'While the data is kept. The reason is public.',
    body: WithdrawalReasonSchema,
    answers: state,
    refusals: [...party, ...removal, 'reason-missing'],
    examples: [
      {
        title: 'Not the chair',
        address: '/api/editorial/3r/restoration',
        caller: 'expert1',
        body: { reason: 'It was a mistake.' },
        status: 403,
      },
    ],
  },
  'POST /api/editorial/:id/removal': {
    useCases: ['askRemoval'],
    summary: 'Ask to remove the data of a withdrawn data set at once, as the chair',
    description: 'The contributor or another member of the chair has to confirm it.',
    body: WithdrawalReasonSchema,
    answers: state,
    refusals: [...party, ...removal, 'removal-asked', 'reason-missing'],
    examples: [
      { title: 'Not the chair', address: '/api/editorial/3r/removal', caller: 'expert1', body: reason, status: 403 },
    ],
  },
  'POST /api/editorial/:id/removal/refusal': {
    useCases: ['declineRemoval'],
    summary: 'Decline to remove the data, as the chair',
    description: 'The contributor gets the reason.',
    body: WithdrawalReasonSchema,
    answers: state,
    refusals: [...party, ...removal, 'no-removal-asked', 'reason-missing'],
    examples: [
      {
        title: 'Not the chair',
        address: '/api/editorial/3r/removal/refusal',
        caller: 'expert1',
        body: { reason: 'The consent covers it.' },
        status: 403,
      },
    ],
  },
  'POST /api/editorial/:id/removal/confirmation': {
    useCases: ['confirmRemoval'],
    summary: 'Confirm the removal of the data, as the chair',
    description: 'As the second person. It cannot be undone.',
    answers: state,
    refusals: [...party, ...removal, 'no-removal-asked', 'removal-needs-another'],
    examples: [
      { title: 'Not the chair', address: '/api/editorial/3r/removal/confirmation', caller: 'expert1', status: 403 },
    ],
  },
};
