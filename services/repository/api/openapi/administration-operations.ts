import { z } from 'zod';

import {
  AccountOrderSchema,
  AccountPageSchema,
  AccountViewSchema,
  MergePreviewSchema,
} from '@domain/api/administered-accounts';
import {
  AdministrationSchema,
  AuditPageSchema,
  DoiPageSchema,
  DoneSchema,
  FixityPageSchema,
  JobPageSchema,
  MailOrderSchema,
  MailPageSchema,
  SettingsSchema,
  StoragePageSchema,
} from '@domain/api/administration';
import { UploadIdSchema } from '@domain/upload-id';

import { AccountsQuerySchema, AuditQuerySchema, MergeQuerySchema, PageQuerySchema } from '../administration';
import type { Operations } from './operation';

const done = { 200: { description: 'Whether there was anything to do.', schema: DoneSchema } };
const account = { path: { account: z.string() }, meanings: { account: 'Id of the account: `sub` of its tokens.' } };

const mergeRefusals = [
  ...(['merge-same', 'merge-unknown', 'merge-locked', 'merge-own', 'merge-changed'] as const),
  ...(['merge-both-reviewed', 'merge-reviewed-own'] as const),
] as const;

/** Accounts, jobs and storage. None of these calls can be made with a personal access token. */
export const administrationOperations: Operations = {
  'GET /api/administration': {
    useCases: ['describeAdministration'],
    summary: 'What needs attention',
    answers: { 200: { description: 'Numbers of what waits or has failed.', schema: AdministrationSchema } },
    examples: [{ title: 'In numbers', address: '/api/administration', caller: 'administrator', status: 200 }],
  },
  'GET /api/administration/accounts': {
    useCases: ['listAccounts'],
    summary: 'Accounts',
    query: AccountsQuerySchema,
    meanings: { q: 'Part of a name or e-mail address.' },
    answers: { 200: { description: 'A page of them, by e-mail address.', schema: AccountPageSchema } },
    examples: [
      {
        title: 'Of an outside provider',
        address: '/api/administration/accounts?q=eva',
        caller: 'administrator',
        status: 200,
      },
    ],
  },
  'GET /api/administration/accounts/:account': {
    useCases: ['readAccount'],
    summary: 'One account',
    ...account,
    answers: { 200: { description: 'The account with what it stores.', schema: AccountViewSchema } },
    refusals: ['not-found', 'accounts-outside'],
    examples: [
      { title: 'Not for others', address: '/api/administration/accounts/7', caller: 'contributor', status: 403 },
    ],
  },
  'POST /api/administration/accounts/:account': {
    useCases: ['changeAccount'],
    summary: 'Change an account',
    description:
      'Locks or unlocks it, corrects it, changes its roles, ends its sessions, mails a link for a new password, or merges it into another account.',
    ...account,
    body: AccountOrderSchema,
    answers: {
      200: {
        description: 'The account afterwards; after a merge, the one that stays.',
        schema: AccountViewSchema.shape.account,
      },
    },
    refusals: [
      ...(['not-found', 'accounts-outside', 'account-email-invalid', 'account-email-taken'] as const),
      ...(['account-name-invalid', 'account-changed', 'account-locked', 'last-admin', 'last-chair'] as const),
      ...mergeRefusals,
    ],
    examples: [
      {
        title: 'Lock it',
        address: '/api/administration/accounts/7',
        caller: 'administrator',
        body: { act: 'lock' },
        status: 409,
      },
    ],
  },
  'GET /api/administration/accounts/:account/merge': {
    useCases: ['previewMerge'],
    summary: 'Two accounts before a merge',
    description: 'The account, which would end, beside the one that would get everything of it.',
    ...account,
    query: MergeQuerySchema,
    meanings: { ...account.meanings, into: 'E-mail address of the account that stays.' },
    answers: { 200: { description: 'Both accounts.', schema: MergePreviewSchema } },
    refusals: ['not-found', 'accounts-outside', 'last-admin', 'last-chair', ...mergeRefusals],
    examples: [
      {
        title: 'Of an outside provider',
        address: '/api/administration/accounts/7/merge?into=eva@example.org',
        caller: 'administrator',
        status: 409,
      },
    ],
  },
  'GET /api/administration/storage': {
    useCases: ['listStorage'],
    summary: 'Storage by account',
    query: PageQuerySchema,
    answers: { 200: { description: 'A page of the accounts, largest first.', schema: StoragePageSchema } },
    examples: [{ title: 'All of it', address: '/api/administration/storage', caller: 'administrator', status: 200 }],
  },
  'GET /api/administration/fixity': {
    useCases: ['listFixity'],
    summary: 'Fixity of stored objects',
    query: PageQuerySchema,
    answers: { 200: { description: 'Figures, and a page of the faults that were found.', schema: FixityPageSchema } },
    examples: [{ title: 'No faults', address: '/api/administration/fixity', caller: 'administrator', status: 200 }],
  },
  'GET /api/administration/jobs': {
    useCases: ['listJobs'],
    summary: 'Jobs that wait or failed',
    query: PageQuerySchema,
    answers: { 200: { description: 'A page of them, oldest first.', schema: JobPageSchema } },
    examples: [{ title: 'The first page', address: '/api/administration/jobs', caller: 'administrator', status: 200 }],
  },
  'POST /api/administration/jobs/:job': {
    useCases: ['retryJob'],
    summary: 'Retry a job',
    path: { job: z.string() },
    meanings: { job: 'Id of the job.' },
    answers: done,
    examples: [
      { title: 'One that is done', address: '/api/administration/jobs/1', caller: 'administrator', status: 200 },
    ],
  },
  'GET /api/administration/dois': {
    useCases: ['listDois'],
    summary: 'DOIs that wait',
    query: PageQuerySchema,
    answers: { 200: { description: 'A page of them, by upload.', schema: DoiPageSchema } },
    examples: [{ title: 'The first page', address: '/api/administration/dois', caller: 'administrator', status: 200 }],
  },
  'POST /api/administration/dois/:upload': {
    useCases: ['retryDoi'],
    summary: 'Retry a DOI',
    path: { upload: UploadIdSchema },
    meanings: { upload: 'Id of the upload whose DOI waits.' },
    answers: done,
    examples: [
      {
        title: 'One that does not wait',
        address: '/api/administration/dois/99r',
        caller: 'administrator',
        status: 200,
      },
    ],
  },
  'GET /api/administration/mails': {
    useCases: ['listMails'],
    summary: 'Mails that wait or were refused',
    query: PageQuerySchema,
    answers: { 200: { description: 'A page of them, oldest first, without their texts.', schema: MailPageSchema } },
    examples: [{ title: 'The first page', address: '/api/administration/mails', caller: 'administrator', status: 200 }],
  },
  'POST /api/administration/mails/:mail': {
    useCases: ['changeMail'],
    summary: 'Send a mail again, or discard it',
    path: { mail: z.string() },
    meanings: { mail: 'Id of the mail.' },
    body: MailOrderSchema,
    answers: done,
    examples: [
      {
        title: 'One that was sent',
        address: '/api/administration/mails/1',
        caller: 'administrator',
        body: { act: 'send' },
        status: 200,
      },
    ],
  },
  'GET /api/administration/settings': {
    useCases: ['listSettings'],
    summary: 'Settings in force',
    answers: { 200: { description: 'Their values and where they are from, without secrets.', schema: SettingsSchema } },
    examples: [{ title: 'All of them', address: '/api/administration/settings', caller: 'administrator', status: 200 }],
  },
  'GET /api/administration/audit': {
    useCases: ['listAudit'],
    summary: 'Administrative acts',
    query: AuditQuerySchema,
    meanings: {
      account: 'Id, or part of the name or e-mail address, of the account that acted or was concerned.',
      act: 'Kind of act.',
    },
    answers: { 200: { description: 'A page of them, newest first.', schema: AuditPageSchema } },
    examples: [
      {
        title: 'Locked accounts',
        address: '/api/administration/audit?act=locked',
        caller: 'administrator',
        status: 200,
      },
    ],
  },
};
