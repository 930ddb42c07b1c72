import {
  type AccountOrder,
  type AccountPage,
  AccountPageSchema,
  type AccountView,
  AccountViewSchema,
  type MergePreview,
  MergePreviewSchema,
} from '@domain/api/administered-accounts';
import {
  type Administration,
  AdministrationSchema,
  type AuditAct,
  type AuditPage,
  AuditPageSchema,
  type DoiPage,
  DoiPageSchema,
  DoneSchema,
  type FixityPage,
  FixityPageSchema,
  type JobPage,
  JobPageSchema,
  type MailAct,
  type MailPage,
  MailPageSchema,
  type SettingInForce,
  SettingsSchema,
  type StoragePage,
  StoragePageSchema,
} from '@domain/api/administration';

import { call, callForJson, type ClientContext, segments } from './transport';

/** What needs an administrator's eye, in numbers. */
export function describeAdministration(context: ClientContext): Promise<Administration> {
  return callForJson(context, AdministrationSchema, '/administration');
}

/** A page of the accounts whose name or e-mail address contains `q`. */
export function listAccounts(context: ClientContext, query: { q: string; page: number }): Promise<AccountPage> {
  return callForJson(context, AccountPageSchema, '/administration/accounts', { query });
}

export function readAccount(context: ClientContext, id: string): Promise<AccountView> {
  return callForJson(context, AccountViewSchema, `/administration/accounts${segments(id)}`);
}

export function changeAccount(context: ClientContext, id: string, json: AccountOrder): Promise<Response> {
  return call(context, `/administration/accounts${segments(id)}`, { method: 'POST', json });
}

/** An account beside the one with this e-mail address, into which it would be merged. */
export function previewMerge(context: ClientContext, id: string, into: string): Promise<MergePreview> {
  const path = `/administration/accounts${segments(id)}/merge`;
  return callForJson(context, MergePreviewSchema, path, { query: { into } });
}

/** A page of what accounts store, largest first. */
export function listStorage(context: ClientContext, page: number): Promise<StoragePage> {
  return callForJson(context, StoragePageSchema, '/administration/storage', { query: { page } });
}

/** How the comparison of stored objects with their sums stands, with a page of the faults. */
export function listFixity(context: ClientContext, page: number): Promise<FixityPage> {
  return callForJson(context, FixityPageSchema, '/administration/fixity', { query: { page } });
}

/** A page of the jobs that wait for another attempt or have failed. */
export function listJobs(context: ClientContext, page: number): Promise<JobPage> {
  return callForJson(context, JobPageSchema, '/administration/jobs', { query: { page } });
}

/** Retries a job. Returns whether there was anything to do. */
export function retryJob(context: ClientContext, id: string): Promise<boolean> {
  return isDone(context, `/administration/jobs${segments(id)}`);
}

/** A page of the DOIs that wait. */
export function listDois(context: ClientContext, page: number): Promise<DoiPage> {
  return callForJson(context, DoiPageSchema, '/administration/dois', { query: { page } });
}

/** Retries the DOI of an upload. Returns whether it waited. */
export function retryDoi(context: ClientContext, upload: string): Promise<boolean> {
  return isDone(context, `/administration/dois${segments(upload)}`);
}

/** A page of the mails that wait or were refused. */
export function listMails(context: ClientContext, page: number): Promise<MailPage> {
  return callForJson(context, MailPageSchema, '/administration/mails', { query: { page } });
}

/** Sends a mail again, or discards it. Returns whether it still waited. */
export function changeMail(context: ClientContext, id: string, act: MailAct): Promise<boolean> {
  return isDone(context, `/administration/mails${segments(id)}`, { act });
}

/** The settings in force, without secrets. */
export async function listSettings(context: ClientContext): Promise<SettingInForce[]> {
  return (await callForJson(context, SettingsSchema, '/administration/settings')).settings;
}

/** A page of the administrative acts, of one kind, or of accounts by id or by a part of name or e-mail address. */
export function listAudit(
  context: ClientContext,
  query: { account: string | null; act: AuditAct | null; page: number },
): Promise<AuditPage> {
  return callForJson(context, AuditPageSchema, '/administration/audit', { query });
}

async function isDone(context: ClientContext, path: string, json?: unknown): Promise<boolean> {
  return (await callForJson(context, DoneSchema, path, { method: 'POST', json })).isDone;
}
