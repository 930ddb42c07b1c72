import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { AccountView } from '@domain/api/administered-accounts';
import type { AuditPage, MailPage } from '@domain/api/administration';
import type { Paged } from '@domain/page-of';

import { createAccounts, type Accounts } from '../../services/identity/accounts/accounts';
import { createAccountAdministration } from '../../services/identity/accounts/administration';
import { findAccountById } from '../../services/identity/store/accounts';
import { openIdentityStore } from '../../services/identity/store/database';
import { linkIdentity } from '../../services/identity/store/outside-identities';
import { personMergingOf } from '../../services/launcher/person-merging';
import { sentById } from '../support/form-in-page';
import { mainOf } from '../support/main-of-page';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, administrator, chair, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const university = {
  issuer: 'https://university.example',
  label: { en: 'Other University', de: 'Andere Universität' },
};

let api: TestApi;
let web: TestWeb;
let accounts: Accounts;
let cookie: string;
let id: string;
let count = 0;

beforeAll(async () => {
  api = await createTestApi();
  const { repository, pool } = api;
  accounts = createAccounts(pool);
  repository.accounts = createAccountAdministration({
    ...{ db: openIdentityStore(pool), now: repository.now },
    merging: personMergingOf(() => repository),
    outside: { providers: [university], roleDays: 90 },
  });
  repository.settingsInForce = [{ name: 'PORT', value: '3000', isSecret: false, isSet: false }];
  web = await createTestWeb(api);
  cookie = await web.signIn(administrator);
});
beforeEach(async () => {
  const person = { email: `person-${(count += 1)}@example.org`, name: `Person ${count}`, password: 'a long password' };
  id = (await accounts.add(person)).id;
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const get = async <Answer>(path: string) =>
  (await (await ask(api, administrator, `/api/administration${path}`)).json()) as Answer;
const post = (path: string, body?: unknown) =>
  ask(api, administrator, `/api/administration${path}`, { method: 'POST', body });
const isDone = async (answer: Promise<Response>) => ((await (await answer).json()) as { isDone: boolean }).isDone;
/** Cookies with the message for the next page. */
let flash = '';
const page = async (path: string, { as = cookie, ...init }: RequestInit & { as?: string } = {}) => {
  const answer = await web.ask(`/administration${path}`, { cookie: `${as}${flash}`, ...init });
  flash = answer.headers
    .getSetCookie()
    .map((line) => `; ${line.split(';')[0]}`)
    .join('');
  return { status: answer.status, html: await answer.text(), location: answer.headers.get('Location') };
};
const form = (entries: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(entries) });
/** A page of mails or jobs. */
type Listed = Paged & Partial<Record<'mails' | 'jobs', { id: string }[]>>;
const actsOf = async (account: string) => (await get<AuditPage>(`/audit?account=${account}`)).acts;

test('nothing typed about an account is stored once the account is deleted', async () => {
  const kept = async () =>
    (await api.pool.query(`select entries from web.drafts where form = 'account' and object = $1`, [id])).rows;
  const typed = form({ name: 'Corrected Name', email: 'corrected@example.org' });
  const send = (path: string) => web.ask(path, { cookie, ...typed });
  const autosave = `/drafts/account?object=${id}`;
  expect((await send(autosave)).status).toBe(200);
  expect(await kept()).toHaveLength(1);
  await api.pool.query('delete from web.drafts where object = $1', [id]);
  await api.pool.query('delete from identity.accounts where id = $1', [id]);
  expect((await send(autosave)).status).toBe(404);
  const page = encodeURIComponent(`/administration/accounts/${id}`);
  typed.body.set('language', 'de');
  const shown = await send(`/language?form=account&object=${id}&returnTo=${page}`);
  expect([shown.status, await shown.text()]).toEqual([404, expect.stringContaining('corrected@example.org')]);
  expect(await kept()).toEqual([]);
});

test('what an administrator types about an account that was deleted in the meantime goes with the page', async () => {
  const past = `update web.sessions set last_seen_at = last_seen_at - interval '9 hours'`;
  const ended = await web.signIn(administrator);
  await api.pool.query(past);
  cookie = await web.signIn(administrator);
  const typed = form({ name: 'Corrected Name', email: 'corrected@example.org' });
  await page(`/accounts/${id}`, { as: ended, ...typed });
  const kept = async () =>
    (await api.pool.query(`select from web.drafts where form = 'account' and object = $1`, [id])).rowCount;
  expect(await kept()).toBe(1);
  await api.pool.query('delete from identity.accounts where id = $1', [id]);
  expect((await page(`/accounts/${id}`)).status).toBe(404);
  expect(await kept()).toBe(0);
});

test('an account is locked and unlocked with its drafts kept, and the audit says by whom', async () => {
  expect((await post(`/accounts/${id}`, { act: 'lock' })).status).toBe(200);
  expect((await get<AccountView>(`/accounts/${id}`)).account.lockedAt).not.toBeNull();
  expect((await post(`/accounts/${id}`, { act: 'unlock' })).status).toBe(200);
  const acts = await actsOf(id);
  expect(acts.map(({ act, actor }) => [act, actor?.subject ?? null])).toEqual([
    ['unlocked', administrator.subject],
    ['locked', administrator.subject],
    ['account-added', null],
  ]);
  expect(await get<AuditPage>(`/audit?account=${id}&act=locked`)).toMatchObject({ total: 1 });
});

test('an administrator who is nothing else reads no study', async () => {
  const { id: upload } = await addUploadAt(api, 'submitted');
  const paths = [`/api/fileupload/${upload}`, `/api/metadata/${upload}`, `/api/fileupload/${upload}/original`];
  const asked = await Promise.all(paths.map((path) => ask(api, administrator, path)));
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await ask(api, administrator, '/api/editorial')).status).toBe(403);
});

test('the screens are for administrators alone, and only they see the link', async () => {
  for (const path of [
    '',
    '/accounts',
    `/accounts/${id}`,
    '/storage',
    '/jobs',
    '/dois',
    '/mails',
    '/settings',
    '/audit',
  ]) {
    const { status, html } = await page(path);
    expect([path, status]).toEqual([path, 200]);
    expect(html).toContain('href="/administration"');
    for (const other of [actors.contributor, actors.expert1, chair])
      expect([path, (await page(path, { as: await web.signIn(other) })).status]).toEqual([path, 403]);
  }
  expect(await (await web.ask('/', { cookie: await web.signIn(chair) })).text()).not.toContain(
    'href="/administration"',
  );
  const { status, html } = await page('/accounts/unknown');
  expect(status).toBe(404);
  const main = /<main[^]*<\/main>/.exec(html)?.[0] ?? '';
  expect(main.split('Not found')).toHaveLength(2);
  expect(main).toContain('href="/administration/accounts"');
});

test('an account is found, corrected on its page and refused at the field', async () => {
  expect((await page(`/accounts?q=PERSON ${count}`)).html).toContain(`person-${count}@example.org`);
  expect((await page('/accounts?q=nobody-has-this')).html).toContain('No account has this');
  const fill = (html: string, email: string) =>
    form({ ...Object.fromEntries(sentById(html, 'account-form')), email, intent: 'save' });
  const shown = await page(`/accounts/${id}`);
  const refused = await page(`/accounts/${id}`, fill(shown.html, 'no address'));
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('value="no address"');
  expect(refused.html).toContain('id="email-error"');
  const nameless = fill(shown.html, 'no address');
  nameless.body.set('name', ' ');
  const both = (await page(`/accounts/${id}`, nameless)).html;
  expect(both).toContain('<a href="#name">Enter the name.</a>');
  expect(both).toContain('<a href="#email">Enter an e-mail address in the form');
  const saved = await page(`/accounts/${id}`, fill(refused.html, `new-${count}@example.org`));
  expect([saved.status, saved.location]).toEqual([303, `/administration/accounts/${id}`]);
  expect((await page(`/accounts/${id}`)).html).toContain('The account is corrected.');
  expect((await actsOf(id))[0]).toMatchObject({
    act: 'corrected',
    before: { email: `person-${count}@example.org` },
    after: { email: `new-${count}@example.org` },
  });
});

test.each(['en', 'de'] as const)(
  'whoever speaks to a button of an account says what is written on it, in %s',
  async (language) => {
    const { html } = await page(`/accounts/${id}`, { as: await web.signIn(administrator, language) });
    const buttons = [...mainOf(html).matchAll(/<button([^>]*)>([^<]*)</g)];
    expect(buttons.filter(([, , text]) => text!.includes('Experts'))).toHaveLength(1);
    for (const [, attributes = '', text = ''] of buttons)
      expect(/ aria-label="([^"]*)"/.exec(attributes)?.[1] ?? text).toMatch(new RegExp(`^${text}`));
  },
);

test('buttons of an account work without script, and a press twice is harmless', async () => {
  for (const twice of [1, 2]) {
    const pressed = await page(`/accounts/${id}?act=add-role`, form({ role: 'Experts' }));
    expect([twice, pressed.status]).toEqual([twice, 303]);
    // As errors do, the message comes after the heading and the tabs.
    expect((await page(`/accounts/${id}`)).html).toMatch(
      /<main[^]*<h1>[^]*<\/nav>[^]*id="flash"[^]*The account has the role Experts now\.[^]*<h2>/,
    );
  }
  expect((await actsOf(id)).map(({ act }) => act)).toEqual(['role-added', 'account-added']);
  expect((await page(`/accounts/${id}?act=unheard-of`, form({}))).status).toBe(400);
  const last = await accounts.add({
    email: `chair-${count}@example.org`,
    name: 'C',
    password: 'a long password',
    roles: ['Chair'],
  });
  const refused = await page(`/accounts/${last.id}?act=remove-role`, form({ role: 'Chair' }));
  expect(refused.status).toBe(409);
  expect(refused.html).toContain('This is the last account with the role Chair');
});

const mergeTexts = {
  en: {
    ends: 'Ends',
    ...{ none: 'none', never: 'never' },
    button: 'Merge accounts',
    unknown: 'There is no account with this e-mail address.',
    ...{ merged: '{{name}}, an account that was merged into another one', ended: 'Ended:', stays: 'Stays' },
  },
  de: {
    ends: 'Endet',
    ...{ none: 'keine', never: 'nie' },
    button: 'Konten zusammenführen',
    unknown: 'Mit dieser E-Mail-Adresse gibt es kein Konto.',
    ...{ merged: '{{name}}, mit einem anderen Konto zusammengeführt', ended: 'Geendet:', stays: 'Bleibt' },
  },
} as const;

test.each(['en', 'de'] as const)('two accounts are merged in two steps, in %s', async (language) => {
  const texts = mergeTexts[language];
  const stays = await accounts.add({ email: `stays-${count}@example.org`, name: 'Stays', password: 'a long password' });
  await accounts.setRole(`person-${count}@example.org`, 'Experts');
  const as = await web.signIn(administrator, language);
  const steps = `/accounts/${id}/merge`;
  const first = await page(`/accounts/${id}`, { as });
  expect(first.html).toContain(`action="/administration${steps}"`);
  expect((await page(steps, { as })).html).not.toContain('id="what"');
  const unknown = await page(`${steps}?into=nobody@example.org`, { as });
  expect([unknown.status, unknown.html]).toEqual([409, expect.stringContaining(texts.unknown)]);
  expect(unknown.html).toContain('id="into-error"');
  expect(unknown.html).toContain('href="#into"');
  expect(unknown.html).toContain('value="nobody@example.org"');
  const address = `${steps}?into=stays-${count}@example.org`;
  const shown = await page(address, { as });
  expect(shown.html).toContain(`>${texts.ends}<`);
  expect(shown.html).toContain('Experts');
  for (const value of [texts.none, texts.never])
    expect(shown.html).toMatch(new RegExp(`<td data-label="${texts.stays}"[^>]*>${value}</td>`));
  expect((await accounts.find(`person-${count}@example.org`))?.id).toBe(id);
  const [, version = ''] = /name="version" value="([^"]+)"/.exec(shown.html) ?? [];
  const entries = form({ into: stays.id, version });
  await accounts.setRole(stays.email, 'Experts');
  const changed = await page(address, { as, ...entries });
  expect(changed.status).toBe(409);
  const [, fresh = ''] = /name="version" value="([^"]+)"/.exec(changed.html) ?? [];
  for (const twice of [1, 2]) {
    const merged = await page(address, { as, ...form({ into: stays.id, version: fresh }) });
    expect([twice, merged.status, merged.location]).toEqual([twice, 303, `/administration/accounts/${stays.id}`]);
  }
  expect((await page(address, { as })).status).toBe(404);
  expect(await accounts.find(`person-${count}@example.org`)).toBeNull();
  expect((await actsOf(id)).map(({ act, object }) => [act, object])).toContainEqual(['merged', id]);
  expect((await page(`/audit?account=${stays.id}`, { as })).html).toContain(id);
  // Acts on the account that ended are found by its name, and say whose they were.
  const former = `person-${count}@example.org`;
  for (const text of [former, `PERSON ${count}`]) {
    const { acts } = await get<AuditPage>(`/audit?account=${encodeURIComponent(text)}`);
    expect(acts).toContainEqual(
      expect.objectContaining({
        act: 'account-added',
        account: { subject: id, name: `Person ${count}`, email: former, isMerged: true },
      }),
    );
  }
  const audit = (await page(`/audit?account=${former}`, { as })).html;
  expect(audit).toContain(texts.merged.replace('{{name}}', `Person ${count}`));
  expect(audit).toMatch(
    new RegExp(`${texts.ended}[^]*Person ${count}, ${former}, Experts[^]*${texts.stays}:[^]*stays-${count}@`),
  );
  expect((await page(address, { as, ...form({}) })).status).toBe(400);
});

test('the screen of a merge is for administrators alone', async () => {
  for (const other of [actors.contributor, actors.expert1, chair]) {
    const as = await web.signIn(other);
    expect((await page(`/accounts/${id}/merge`, { as })).status).toBe(403);
    expect((await page(`/accounts/${id}/merge`, { as, ...form({ into: 'x', version: 'x' }) })).status).toBe(403);
  }
});

test('accounts of an outside provider are shown as such', async () => {
  const kept = api.repository.accounts;
  api.repository.accounts = null;
  expect((await page('/accounts')).html).toContain('Another provider keeps the accounts.');
  expect((await page(`/accounts/${id}`)).status).toBe(409);
  expect((await page(`/accounts/${id}/merge?into=a@example.org`)).status).toBe(409);
  expect((await post(`/accounts/${id}`, { act: 'lock' })).status).toBe(409);
  expect((await page('')).html).toContain('at another provider');
  api.repository.accounts = kept;
});

test('outside logins of an account are shown with their provider and the end of their roles, also before a merge', async () => {
  const db = openIdentityStore(api.pool);
  const stays = await accounts.add({
    email: `outside-${count}@example.org`,
    name: 'Stays',
    password: 'a long password',
  });
  await api.pool.query(`update identity.accounts set password_hash = '' where id = $1`, [stays.id]);
  await linkIdentity(db, {
    account: (await findAccountById(db, stays.id))!,
    person: {
      ...{ provider: 'university', issuer: university.issuer, subject: stays.id, email: 'p@university.example' },
      ...{ name: '', orcid: null, roles: ['Experts'], isEmailVerified: true, usedSecondFactor: false },
    },
    ...{ label: 'Other University', language: 'en', now: new Date('2026-01-01T12:00:00Z') },
  });
  expect(await get<AccountView>(`/accounts/${stays.id}`)).toMatchObject({
    hasPassword: false,
    logins: [{ provider: university.label, roles: ['Experts'], rolesEndAt: '2026-04-01T12:00:00.000Z' }],
  });
  const { html } = await page(`/accounts/${stays.id}`, { as: await web.signIn(administrator, 'de') });
  expect(html).toContain('kein Passwort');
  expect(html).toMatch(
    /Andere Universität \(p@university\.example\).*Gibt die Rollen Experts\. Sie enden 01\.04\.2026/s,
  );
  const preview = (await page(`/accounts/${id}/merge?into=${stays.email}`)).html;
  expect(preview).toMatch(/data-label="Stays"[^>]*>Experts</);
  expect(preview).toContain('Other University (p@university.example)');
  expect(preview).toContain(`${stays.email} has no password. From then on,`);
});

test('storage is listed by account, largest first', async () => {
  await addUploadAt(api, 'described');
  const storage = await get<{ accounts: { subject: string; bytes: number }[]; storedBytes: number }>('/storage');
  expect(storage.accounts).toMatchObject([{ subject: actors.contributor.subject }]);
  expect(storage.accounts[0]?.bytes).toBeGreaterThan(0);
  expect(storage.storedBytes).toBeLessThanOrEqual(storage.accounts[0]?.bytes ?? 0);
  expect((await page('/storage')).html).toContain('Storage by account');
});

/** Makes a job that has failed. */
async function addFailed(name: string, data: unknown, output: unknown): Promise<string> {
  const { rows } = await api.pool.query<{ id: string }>(
    `insert into pgboss.job (name, data, state, output, completed_on) values ($1, $2, 'failed', $3, now()) returning id`,
    [name, JSON.stringify(data), JSON.stringify(output)],
  );
  return rows[0]!.id;
}

test('a failed job says why without data, and is tried again once', async () => {
  const output = { message: 'connect ECONNREFUSED to "Eva Muster"', code: 'ECONNREFUSED' };
  const job = await addFailed('remove-objects', { keys: ['a-key'] }, output);
  const listed = await page('/jobs');
  expect(listed.html).toContain('ECONNREFUSED: connect ECONNREFUSED to');
  expect(listed.html).not.toMatch(/Eva Muster|a-key/);
  expect(await get('')).toMatchObject({ failedJobs: 1 });
  expect(await isDone(post(`/jobs/${job}`))).toBe(true);
  expect(await isDone(post(`/jobs/${job}`))).toBe(false);
  expect((await page('/jobs', form({ job }))).location).toBe('/administration/jobs');
  expect((await page('/jobs')).html).toMatch(/>Note<[^]*There was nothing left to do/);
  const acts = await get<AuditPage>('/audit?act=job-retried');
  expect(acts.acts).toMatchObject([{ object: job, actor: { subject: administrator.subject } }]);
});

test.each([
  ['en', 'Check a table', (upload: number, table: number) => `upload ${upload}, table ${table}, revision 3`],
  ['de', 'Tabelle prüfen', (upload: number, table: number) => `Upload ${upload}, Tabelle ${table}, Fassung 3`],
] as const)('what a job is about is said in words, in %s', async (language, kind, about) => {
  const { number } = await addUploadAt(api, 'read');
  const { rows } = await api.pool.query<{ id: number }>(
    'select t.id from repository.source_tables t join repository.files f on f.id = t.file where f.upload = $1',
    [number],
  );
  const table = rows[0]!.id;
  const job = await addFailed('check-table', { table, revision: 3 }, {});
  const cookie = await web.signIn(administrator, language);
  const main = mainOf(await (await web.ask('/administration/jobs', { cookie })).text());
  expect(main).toMatch(new RegExp(`<td[^>]*>${about(number, table)}</td>`));
  expect(main).toContain(`: ${kind}, ${about(number, table)}"`);
  await api.pool.query('delete from pgboss.job where id = $1', [job]);
});

test('a refused mail is listed without its reader and text, sent again or discarded', async () => {
  const data = { to: 'eva.muster@example.org', subject: 'Secret subject', text: 'Secret text' };
  const output = { message: '550 no such user', responseCode: 550 };
  const mails = [await addFailed('send-mail', data, output), await addFailed('send-mail', data, output)];
  const listed = (await get<MailPage>('/mails')).mails;
  expect(listed).toHaveLength(2);
  expect(listed[0]).toMatchObject({ recipient: 'e…@example.org', state: 'refused', reason: '550' });
  const shown = (await page('/mails')).html;
  expect(shown).not.toMatch(/eva|Secret/);
  expect(shown).toContain('550: the mail server has refused it');
  // Two mails of one minute to the same masked address.
  const buttons = [...shown.matchAll(/aria-label="((?:Send again|Discard):[^"]*)"/g)].map(([, name]) => name);
  expect(new Set(buttons).size).toBe(4);
  expect(await isDone(post(`/mails/${mails[0]}`, { act: 'send' }))).toBe(true);
  expect((await page('/mails', form({ mail: mails[1]!, act: 'discard' }))).status).toBe(303);
  expect((await page('/mails')).html).toContain('The mail is discarded.');
  expect((await get<MailPage>('/mails')).mails).toEqual([]);
  expect(await isDone(post(`/mails/${mails[1]}`, { act: 'discard' }))).toBe(false);
  const audit = await page('/audit?act=mail-discarded');
  expect(audit.html).toMatch(/To: e…@example\.org[\s\S]*About: a data set/);
  expect(audit.html).not.toMatch(/eva|Secret/);
  expect((await page('/audit?act=mail-retried')).html).toContain('To: e…@example.org');
});

test('a mail about an account that waits is sent again or discarded', async () => {
  await post(`/accounts/${id}`, { act: 'mail-password' });
  await api.pool.query(`update identity.waiting_mails set attempts = 1, next_attempt_at = now() + interval '1 hour'`);
  const waiting = (await get<MailPage>('/mails')).mails.filter(({ kind }) => kind === 'reset');
  expect(waiting[0]).toMatchObject({ from: 'accounts', recipient: 'p…@example.org', state: 'waiting' });
  await api.pool.query(`update identity.waiting_mails set last_code = 'ECONNREFUSED' where id = $1`, [waiting[0]!.id]);
  const { html } = await page('/mails');
  expect(html).toContain('ECONNREFUSED: the mail server does not accept connections');
  const names = [...html.matchAll(/aria-label="(Discard[^"]*)"/g)].map(([, name]) => name);
  expect(names).toContainEqual(
    expect.stringMatching(
      /^Discard: mail number \d+ to p…@example\.org about an account: link for a new password, since .*\d$/,
    ),
  );
  expect(await isDone(post(`/mails/${waiting[0]!.id}`, { act: 'send' }))).toBe(true);
  expect(await isDone(post(`/mails/${waiting[0]!.id}`, { act: 'discard' }))).toBe(false);
  expect((await page('/audit?act=mail-retried')).html).toMatch(/To: p…@example\.org[\s\S]*About: an account/);
});

test('a mail about an account that was refused is listed with a masked address, and sent again', async () => {
  await api.pool.query('delete from identity.waiting_mails');
  await post(`/accounts/${id}`, { act: 'mail-password' });
  await api.pool.query(`update identity.waiting_mails set attempts = 1, next_attempt_at = null, last_code = '550'`);
  const { mails } = await get<MailPage>('/mails');
  expect(mails).toMatchObject([{ from: 'accounts', kind: 'reset', state: 'refused', nextAt: null, reason: '550' }]);
  const { html } = await page('/mails');
  expect(html).toMatch(/p…@example\.org[\s\S]*>refused<[\s\S]*550: the mail server has refused it/);
  expect((await page('/mails', form({ mail: mails[0]!.id, act: 'send' }))).status).toBe(303);
  expect((await page('/mails')).html).toContain('The mail is being sent again.');
  expect(await isDone(post(`/mails/${mails[0]!.id}`, { act: 'discard' }))).toBe(false);
});

test('a DOI that waits is tried again by the id of its upload, and not twice', async () => {
  const { id: upload, number } = await addUploadAt(api, 'described');
  await api.pool.query(
    `insert into repository.doi_errors (upload, reason, is_refusal, since, tried_at) values ($1, 'wrong prefix', true, now(), now())`,
    [number],
  );
  expect((await page('/dois')).html).toContain('wrong prefix');
  expect(await isDone(post(`/dois/${number}a`))).toBe(false);
  expect(await isDone(post(`/dois/${upload}`))).toBe(true);
  expect(await isDone(post(`/dois/${upload}`))).toBe(false);
});

test.each([
  ['en', 'This account no longer exists'],
  ['de', 'Dieses Konto gibt es nicht mehr'],
] as const)(
  'a correction of an account that was deleted meanwhile says so, with what was typed, in %s',
  async (language, gone) => {
    const as = await web.signIn(administrator, language);
    await api.pool.query('delete from identity.accounts where id = $1', [id]);
    const typed = form({ name: 'Typed too late', email: 'late@example.org' });
    const { status, html } = await page(`/accounts/${id}`, { ...typed, as });
    expect([status, html.includes(`<h1>${gone}</h1>`), html.includes('Typed too late')]).toEqual([404, true, true]);
  },
);

test('settings are listed', async () => {
  expect((await page('/settings')).html).toMatch(/PORT[\s\S]*3000[\s\S]*default/);
});

test('addresses with what no database can hold lead nowhere, and cause no error', async () => {
  const nul = '%00';
  for (const path of [`/accounts?q=${nul}`, `/audit?account=${nul}`, '/accounts?q=%ED%A0%80', `/accounts?page=${nul}`])
    expect([path, (await page(path)).status]).toEqual([path, 200]);
  expect((await page(`/accounts/${nul}`)).status).toBe(404);
  for (const act of ['', '?act=lock', '?act=end-sessions'])
    expect([act, (await page(`/accounts/${nul}${act}`, form({ generation: '1' }))).status]).toEqual([act, 404]);
  expect((await page('/mails', form({ mail: '\0', act: 'send' }))).status).toBe(400);
  expect((await page('/jobs', form({ job: '\0' }))).status).toBe(400);
  expect((await page('/dois', form({ upload: '\0' }))).status).toBe(400);

  expect((await ask(api, administrator, `/api/administration/accounts?q=${nul}`)).status).toBe(200);
  expect((await ask(api, administrator, `/api/administration/audit?account=${nul}`)).status).toBe(200);
  expect((await ask(api, administrator, `/api/administration/accounts/${nul}`)).status).toBe(404);
  expect((await post(`/accounts/${nul}`, { act: 'lock' })).status).toBe(404);
  const { version } = (await get<AccountView>(`/accounts/${id}`)).account;
  const correct = { act: 'correct', name: 'A\0B', email: `person-${count}@example.org`, version };
  expect((await post(`/accounts/${id}`, correct)).status).toBeLessThan(500);
  for (const act of ['send', 'discard']) expect((await post(`/mails/${nul}`, { act })).status).toBe(404);
  expect((await post(`/jobs/${nul}`)).status).toBe(404);
});

test('the list of jobs says that mails and DOIs have lists of their own', async () => {
  await api.pool.query(`delete from pgboss.job where name not in ('send-mail', 'register-doi')`);
  const { html } = await page('/jobs');
  expect(html).toContain('Apart from mails and DOIs, no job has failed');
  expect(html).toMatch(
    /Mails and DOIs have lists of their own:.*href="\/administration\/mails".*"\/administration\/dois"/s,
  );
});

test('secrets that the server has made are called generated, and bytes have a unit', async () => {
  const kept = api.repository.settingsInForce;
  const setting = { isSecret: false, isSet: true };
  api.repository.settingsInForce = [
    { name: 'SESSION_SECRET', value: 'generated', isSecret: true, isSet: false },
    { name: 'MAX_FILE_BYTES', value: '200000000000', ...setting },
    { name: 'KEEP_DRAFT_DAYS', value: '200000000000', ...setting },
  ];
  const { html } = await page('/settings');
  expect(html).toMatch(/SESSION_SECRET[\s\S]*a secret that the server has generated/);
  expect(html).toMatch(/MAX_FILE_BYTES[\s\S]*>200000000000 \(200 GB\)<[\s\S]*KEEP_DRAFT_DAYS[\s\S]*>200000000000</);
  api.repository.settingsInForce = kept;
});

test('acts are found by a part of name or address of who acted or was concerned', async () => {
  for (const text of [`person-${count}@`, `PERSON ${count}`, id]) {
    const { acts } = await get<AuditPage>(`/audit?account=${encodeURIComponent(text)}`);
    expect([text, acts.some(({ account }) => account?.subject === id)]).toEqual([text, true]);
  }
  expect(await get<AuditPage>('/audit?account=nobody-has-this')).toMatchObject({ total: 0 });
  expect((await page('/audit?account=%20')).status).toBe(200);
});

test('acts on more accounts than a page lists are all found by a part of their addresses', async () => {
  const at = '2026-11-27T08:00:00Z';
  const place = `lab-${count}.example.org`;
  await api.pool.query(`
    insert into identity.accounts (id, email, email_key, name, password_hash, roles, generation, created_at)
    select 'lab-' || n, e.email, e.email, 'Somebody', '', '{}', 0, '${at}'
    from generate_series(1, 150) as n, lateral (select n || '@${place}' as email) as e`);
  await api.pool.query(`
    insert into audit.acts (at, act, account) select '${at}', 'locked', 'lab-' || n from generate_series(1, 150) as n`);
  expect(await get<AuditPage>(`/audit?account=${place}`)).toMatchObject({ total: 150 });
});

test('mails and jobs that wait are listed in pages, each once', async () => {
  const { jobs, db } = api.repository;
  await db.transaction(async (tx) => {
    for (let n = 0; n < 60; n += 1) {
      await jobs.enqueue(tx, 'send-mail', { to: `reader-${n}@example.org`, subject: '', text: 'Long.' });
      await jobs.enqueue(tx, 'publish-upload', { upload: 9000 + n });
    }
  });
  const added = `name in ('send-mail', 'publish-upload') and state = 'created'`;
  await api.pool.query(`update pgboss.job set state = 'retry', start_after = now() + interval '1 h' where ${added}`);
  await api.pool.query(
    `insert into identity.waiting_mails values ('w', '{"kind": "reset", "email": "a@example.org"}', 1, now(), now())`,
  );
  for (const kind of ['mails', 'jobs'] as const) {
    const [one, two] = [await get<Listed>(`/${kind}?page=1`), await get<Listed>(`/${kind}?page=2`)];
    const ids = [one, two].flatMap((answer) => (answer.mails ?? answer.jobs ?? []).map((each) => each.id));
    expect([one.pages, new Set(ids).size, ids.length]).toEqual([2, one.total, one.total]);
    expect(JSON.stringify([one, two])).not.toContain('Long.');
  }
  await api.pool.query(`delete from pgboss.job where state = 'retry'`);
  await api.pool.query('delete from identity.waiting_mails');
});

test('what accounts that are deleted store is one row without a link', async () => {
  for (const former of ['former:one', 'former:two']) {
    const { number } = await addUploadAt(api, 'described');
    await api.pool.query(
      `insert into repository.people (subject, name, email, roles, seen_at) values ($1, '', '', '{}', now())`,
      [former],
    );
    await api.pool.query('update repository.uploads set owner = $1 where number = $2', [former, number]);
  }
  const { accounts: listed } = await get<{ accounts: { subject: string; bytes: number }[] }>('/storage');
  expect(listed.filter(({ subject }) => subject.startsWith('former:'))).toHaveLength(1);
  const { html } = await page('/storage');
  expect(html).toContain('account deleted');
  expect(html).not.toContain('accounts/former');
});

test('an act that changed no value has no words for a change on its card', async () => {
  await post(`/accounts/${id}`, { act: 'end-sessions' });
  const rows = mainOf((await page(`/audit?account=${id}`)).html)
    .split('<tr')
    .slice(2);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).not.toMatch(/data-label="Change"[^>]*><\/td>/);
  expect(rows.some((row) => !row.includes('data-label="Change"'))).toBe(true);
});

test('the audit shows what an act has changed, and which job was tried again', async () => {
  const { version, name } = (await get<AccountView>(`/accounts/${id}`)).account;
  await post(`/accounts/${id}`, { act: 'correct', name, email: `other-${count}@example.org`, version });
  const shown = (await page(`/audit?account=${id}&act=corrected`)).html;
  expect(shown).toContain(`person-${count}@example.org → other-${count}@example.org`);
  expect(shown).not.toContain(`${name} → ${name}`);
  const { number } = await addUploadAt(api, 'described');
  const job = await addFailed('publish-upload', { upload: number }, { message: 'no' });
  expect(await isDone(post(`/jobs/${job}`))).toBe(true);
  const [act] = (await get<AuditPage>('/audit?act=job-retried')).acts;
  expect(act).toMatchObject({ object: job, after: { job: 'publish-upload', upload: number } });
  expect((await page('/audit?act=job-retried')).html).toMatch(new RegExp(`Job:.*Publish.*Upload:.*${number}`, 's'));
});

test.each([
  ['en', 'Error: Merge accounts', 'Enter the e-mail address of the account that stays.'],
  ['de', 'Fehler: Konten zusammenführen', 'Geben Sie die E-Mail-Adresse des Kontos ein, das bleibt.'],
] as const)('errors of the account to merge with are in the title, too, in %s', async (language, title, missing) => {
  const as = await web.signIn(administrator, language);
  for (const into of ['', '%20', 'nobody@example.org', `person-${count}@example.org`]) {
    const { html, status } = await page(`/accounts/${id}/merge?into=${into}`, { as });
    expect(html).toContain(`<title>${title}`);
    if (into.trim().length < 4) expect([status, html.split('<script')[0]!.split(missing).length]).toEqual([400, 3]);
  }
  expect((await page(`/accounts/${id}/merge`, { as })).html).not.toContain(`<title>${title.split(' ')[0]}`);
});
