import { Hono } from 'hono';
import { z } from 'zod';

import { AccountOrderSchema } from '@domain/api/administered-accounts';
import { AuditActSchema, MailOrderSchema } from '@domain/api/administration';
import { Refusal } from '@domain/error-codes';
import { isStorable, storableText } from '@domain/text';
import { UploadIdSchema } from '@domain/upload-id';

import { changeAccount, listAccounts, previewMerge, readAccount } from '../usecases/administration/accounts';
import { listDois, retryDoi } from '../usecases/administration/dois';
import { listFixity } from '../usecases/administration/fixity';
import { listJobs, retryJob } from '../usecases/administration/jobs';
import { changeMail, listMails } from '../usecases/administration/mails';
import { describeAdministration, listAudit, listSettings } from '../usecases/administration/overview';
import { listStorage } from '../usecases/administration/storage';
import { type ApiContext, type ApiEnvironment, callerOf, checkInput, readJson } from './environment';

/** Accounts, jobs and storage, for administrators. Nothing here tells what a study contains. */
export const administrationRoutes = new Hono<ApiEnvironment>();

administrationRoutes.use('/api/administration/*', async (c, next) => {
  await next();
  c.header('Cache-Control', 'private, no-store');
});

const page = z.coerce.number().int().min(1).max(1_000_000).default(1);

/** Query of every list of the administration. */
export const PageQuerySchema = z.object({ page });
/** Query of `GET api/administration/accounts`. */
export const AccountsQuerySchema = z.object({ q: z.string().max(200).transform(storableText).default(''), page });
/** Query of `GET api/administration/accounts/{account}/merge`. */
export const MergeQuerySchema = z.object({ into: z.string().max(2000).transform(storableText) });
/** Query of `GET api/administration/audit`. */
export const AuditQuerySchema = z.object({
  account: z.string().trim().min(1).max(255).transform(storableText).optional(),
  act: AuditActSchema.optional(),
  page,
});

/** An id in the path. Refuses with 'not-found' what the database cannot hold. */
function idOf(c: ApiContext, name: 'account' | 'job' | 'mail'): string {
  const id = c.req.param(name) ?? '';
  if (!isStorable(id)) throw new Refusal('not-found');
  return id;
}

administrationRoutes.get('/api/administration', async (c) => {
  c.header('Cache-Control', 'private, no-store');
  return c.json(await describeAdministration(callerOf(c, 'describeAdministration'), c.get('repository')));
});

administrationRoutes.get('/api/administration/accounts', async (c) => {
  const actor = callerOf(c, 'listAccounts');
  const { q: text, page } = checkInput(c.req.query(), AccountsQuerySchema);
  return c.json(await listAccounts(actor, c.get('repository'), { text, page }));
});

administrationRoutes.get('/api/administration/accounts/:account', async (c) =>
  c.json(await readAccount(callerOf(c, 'readAccount'), c.get('repository'), idOf(c, 'account'))),
);

administrationRoutes.post('/api/administration/accounts/:account', async (c) => {
  const actor = callerOf(c, 'changeAccount');
  const order = await readJson(c, AccountOrderSchema);
  return c.json(await changeAccount(actor, c.get('repository'), { id: idOf(c, 'account'), order }));
});

administrationRoutes.get('/api/administration/accounts/:account/merge', async (c) => {
  const actor = callerOf(c, 'previewMerge');
  const { into } = checkInput(c.req.query(), MergeQuerySchema);
  return c.json(await previewMerge(actor, c.get('repository'), { id: idOf(c, 'account'), into }));
});

administrationRoutes.get('/api/administration/storage', async (c) => {
  const actor = callerOf(c, 'listStorage');
  return c.json(await listStorage(actor, c.get('repository'), checkInput(c.req.query(), PageQuerySchema).page));
});

administrationRoutes.get('/api/administration/fixity', async (c) => {
  const actor = callerOf(c, 'listFixity');
  return c.json(await listFixity(actor, c.get('repository'), checkInput(c.req.query(), PageQuerySchema).page));
});

administrationRoutes.get('/api/administration/jobs', async (c) => {
  const actor = callerOf(c, 'listJobs');
  return c.json(await listJobs(actor, c.get('repository'), checkInput(c.req.query(), PageQuerySchema).page));
});

administrationRoutes.post('/api/administration/jobs/:job', async (c) =>
  c.json(await retryJob(callerOf(c, 'retryJob'), c.get('repository'), idOf(c, 'job'))),
);

administrationRoutes.get('/api/administration/dois', async (c) => {
  const actor = callerOf(c, 'listDois');
  return c.json(await listDois(actor, c.get('repository'), checkInput(c.req.query(), PageQuerySchema).page));
});

administrationRoutes.post('/api/administration/dois/:upload', async (c) => {
  const actor = callerOf(c, 'retryDoi');
  return c.json(await retryDoi(actor, c.get('repository'), checkInput(c.req.param('upload'), UploadIdSchema)));
});

administrationRoutes.get('/api/administration/mails', async (c) => {
  const actor = callerOf(c, 'listMails');
  return c.json(await listMails(actor, c.get('repository'), checkInput(c.req.query(), PageQuerySchema).page));
});

administrationRoutes.post('/api/administration/mails/:mail', async (c) => {
  const actor = callerOf(c, 'changeMail');
  const { act } = await readJson(c, MailOrderSchema);
  return c.json(await changeMail(actor, c.get('repository'), { id: idOf(c, 'mail'), act }));
});

administrationRoutes.get('/api/administration/settings', async (c) =>
  c.json(await listSettings(callerOf(c, 'listSettings'), c.get('repository'))),
);

administrationRoutes.get('/api/administration/audit', async (c) => {
  const actor = callerOf(c, 'listAudit');
  const { account = null, act = null, page } = checkInput(c.req.query(), AuditQuerySchema);
  return c.json(await listAudit(actor, c.get('repository'), { account, act, page }));
});
