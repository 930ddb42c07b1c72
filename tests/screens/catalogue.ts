import type { Page } from '@playwright/test';

import { infoPages } from '@domain/info-pages';
import type { accounts } from '../e2e/support/journey';
import { fillRegistration } from '../e2e/support/registration';
import { words, type Language } from '../e2e/support/words';
import { classList } from '../fixtures/class-list';
import { comeLate, comeSecond, makeEveryError, discardDraft } from './metadata-states';
import type { ScreenIds } from './screen-ids';

/** User who opens a screen: a visitor who is not signed in, or an account of the demonstration. */
export type Visitor = 'nobody' | keyof typeof accounts;

/** A screen in one of its states, and how to reach it. */
export interface Screen {
  /** Kebab-case name; the same in reports, file names of screenshots and the accessibility statement. */
  id: string;
  /** The module that renders it. */
  source: string;
  visitor: Visitor;
  address: (ids: ScreenIds) => string;
  /** Expected status; 200 by default. */
  status?: number;
  /** Actions of the visitor before the screen is examined. */
  act?: (page: Page, language: Language, ids: ScreenIds) => Promise<void>;
}

const route = (name: string) => `app/routes/${name}/route.tsx`;
const identity = (name: string) => `services/identity/${name}.ts`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** Opens the data of the oldest published data set. */
async function openPreview(page: Page, language: Language): Promise<void> {
  const w = words[language];
  await page
    .getByRole('button', { name: new RegExp(w.showData('.*')) })
    .last()
    .click();
  await page.getByRole('region', { name: new RegExp(w.dataOf('.*')) }).waitFor();
}

/** Asks where a result of a girl stands. */
async function placeResult(page: Page, language: Language, { age, value }: { age: string; value: string }) {
  const w = words[language];
  await page.getByLabel(w.ageInYears, { exact: true }).fill(age);
  await page.getByLabel(w.result, { exact: true }).fill(value);
  await page.getByRole('radio', { name: w.girl }).check();
  await press(page, w.showStanding);
  await page.getByRole('heading', { name: w.thisResult, exact: true }).waitFor();
}

/** Reads a class list, and compares it if the report is wanted. */
async function readClass(page: Page, { isCompared = false } = {}): Promise<void> {
  await page.locator('#class-paste').fill(classList);
  await page.locator('#class-form button[value=read]').click();
  if (isCompared) await page.locator('button[value=report]').click();
  await page.locator(isCompared ? '.class-report' : '.data-grid').waitFor();
}

/** Screens for everybody. */
const open: Screen[] = [
  { id: 'home', source: route('($id)'), visitor: 'nobody', address: () => '/' },
  {
    id: 'home-chosen',
    source: route('($id)'),
    visitor: 'nobody',
    address: () => '/',
    act: async (page) => {
      for (const box of [0, 8, 15]) await page.getByRole('checkbox').nth(box).check();
    },
  },
  { id: 'results', source: route('($id)'), visitor: 'nobody', address: () => '/?q=' },
  { id: 'results-understood', source: route('($id)'), visitor: 'nobody', address: () => '/handgrip;2015-2023;6-80;Demo*' },
  { id: 'results-none', source: route('($id)'), visitor: 'nobody', address: () => '/?q=nothing-of-this-name' },
  {
    id: 'results-preview',
    source: route('($id)'),
    visitor: 'nobody',
    address: () => '/?q=',
    act: (page, language) =>
      openPreview(page, language),
  },
  { id: 'compare', source: route('compare'), visitor: 'nobody', address: () => '/compare' },
  { id: 'compare-test', source: route('compare'), visitor: 'nobody', address: () => '/compare?test=slj' },
  { id: 'compare-choice', source: route('compare'), visitor: 'nobody', address: () => '/compare?test=run6min&sex=f&ages=6-12&data-sets=1,4' },
  { id: 'compare-nobody', source: route('compare'), visitor: 'nobody', address: () => '/compare?test=slj&ages=100-110' },
  { id: 'compare-unknown', source: route('compare'), visitor: 'nobody', address: () => '/compare?test=unknown', status: 404 },
  {
    id: 'compare-answer',
    source: route('compare'),
    visitor: 'nobody',
    address: () => '/compare?test=slj',
    act: (page, language) => placeResult(page, language, { age: '9', value: '131.5' }),
  },
  {
    id: 'compare-no-answer',
    source: route('compare'),
    visitor: 'nobody',
    address: () => '/compare?test=slj',
    act: (page, language) => placeResult(page, language, { age: '35', value: '131.5' }),
  },
  {
    id: 'compare-errors',
    source: route('compare'),
    visitor: 'nobody',
    address: () => '/compare',
    act: (page, language) => press(page, words[language].showStanding),
  },
  { id: 'compare-method', source: route('info.$page'), visitor: 'nobody', address: () => '/compare/method' },
  { id: 'data-set', source: route('data-set.$nr'), visitor: 'nobody', address: () => '/data-set/1' },
  { id: 'data-set-embargo', source: route('data-set.$nr'), visitor: 'nobody', address: ({ announced }) => announced },
  { id: 'data-set-not-found', source: route('data-set.$nr'), visitor: 'nobody', address: () => '/data-set/999999', status: 404 },
  { id: 'saved-search-end', source: route('saved-searches.end.$token'), visitor: 'nobody', address: ({ endAddress }) => endAddress },
  { id: 'version-mails-ended', source: route('my-downloads.end.$token'), visitor: 'nobody', address: () => '/my-downloads/end/unknown', status: 404 },
  { id: 'saved-search-ended', source: route('saved-searches.end.$token'), visitor: 'nobody', address: () => '/saved-searches/end/unknown', status: 404 },
  { id: 'pool', source: route('compare.pool'), visitor: 'nobody', address: () => '/compare/pool' },
  { id: 'pool-chosen', source: route('compare.pool'), visitor: 'nobody', address: () => '/compare/pool?data-sets=1,3,99&tests=slj&ages=7-9' },
  { id: 'my-class', source: route('compare.my-class'), visitor: 'nobody', address: () => '/compare/my-class' },
  {
    id: 'my-class-errors',
    source: route('compare.my-class'),
    visitor: 'nobody',
    address: () => '/compare/my-class',
    act: (page) => page.locator('#class-form button[value=read]').click(),
  },
  {
    id: 'my-class-mapping',
    source: route('compare.my-class'),
    visitor: 'nobody',
    address: () => '/compare/my-class',
    act: (page) => readClass(page),
  },
  {
    id: 'my-class-report',
    source: route('compare.my-class'),
    visitor: 'nobody',
    address: () => '/compare/my-class',
    act: (page) => readClass(page, { isCompared: true }),
  },
  { id: 'api-docs', source: route('api.docs'), visitor: 'nobody', address: () => '/api/docs' },
  { id: 'refused', source: route('page.failure.$status'), visitor: 'nobody', address: () => '/page/failure/403', status: 403 },
  { id: 'address-too-long', source: route('page.failure.$status'), visitor: 'nobody', address: () => '/a'.repeat(21), status: 404 },
  { id: 'not-found', source: route('$'), visitor: 'nobody', address: () => '/no/such/page', status: 404 },
  ...infoPages.map((page): Screen => ({
    id: page,
    source: route('info.$page'),
    visitor: 'nobody',
    address: () => `/info/${page}`,
  })),
]; // prettier-ignore

/** Signing in and out, and the account. */
const account: Screen[] = [
  { id: 'sign-in', source: identity('signing-in/sign-in'), visitor: 'nobody', address: () => '/authentication/login?returnUrl=/my-downloads' },
  {
    id: 'sign-in-errors',
    source: identity('signing-in/sign-in'),
    visitor: 'nobody',
    address: () => '/authentication/login?returnUrl=/my-downloads',
    act: (page, language) => press(page, words[language].logIn),
  },
  { id: 'register', source: identity('account-pages/register'), visitor: 'nobody', address: () => '/authentication/register' },
  {
    id: 'register-errors',
    source: identity('account-pages/register'),
    visitor: 'nobody',
    address: () => '/authentication/register',
    act: (page, language) => press(page, words[language].register),
  },
  {
    id: 'register-sent',
    source: identity('account-pages/register'),
    visitor: 'nobody',
    address: () => '/authentication/register',
    act: async (page, language) => {
      await fillRegistration(page, language, `sent-${Date.now()}@example.org`);
      await press(page, words[language].register);
      await page.getByText('example.org').waitFor();
    },
  },
  { id: 'confirm-address', source: identity('account-pages/confirm-address'), visitor: 'nobody', address: ({ confirmAddress }) => confirmAddress },
  { id: 'confirm-address-void', source: identity('account-pages/confirm-address'), visitor: 'nobody', address: () => '/identity/confirm-address?token=unknown', status: 400 },
  { id: 'delete-account', source: identity('account-pages/delete-account'), visitor: 'contributor', address: () => '/identity/delete-account' },
  {
    id: 'delete-account-errors',
    source: identity('account-pages/delete-account'),
    visitor: 'contributor',
    address: () => '/identity/delete-account',
    act: (page, language) => press(page, words[language].deleteForGood),
  },
  { id: 'forgotten-password', source: identity('account-pages/forgotten-password'), visitor: 'nobody', address: () => '/identity/forgotten-password' },
  {
    id: 'forgotten-password-errors',
    source: identity('account-pages/forgotten-password'),
    visitor: 'nobody',
    address: () => '/identity/forgotten-password',
    act: (page) => page.getByRole('main').getByRole('button').first().click(),
  },
  { id: 'new-password', source: identity('account-pages/forgotten-password'), visitor: 'nobody', address: ({ resetAddress }) => resetAddress },
  {
    id: 'new-password-errors',
    source: identity('account-pages/forgotten-password'),
    visitor: 'nobody',
    address: ({ resetAddress }) => resetAddress,
    act: (page) => page.getByRole('main').getByRole('button').first().click(),
  },
  { id: 'new-password-void', source: identity('account-pages/forgotten-password'), visitor: 'nobody', address: () => '/identity/new-password?token=unknown', status: 400 },
  { id: 'outside-failed', source: identity('outside-pages/failed-login'), visitor: 'nobody', address: () => '/identity/outside/failed?reason=away', status: 503 },
  { id: 'outside-new-account-expired', source: identity('outside-pages/new-account'), visitor: 'nobody', address: () => '/identity/outside/new-account', status: 400 },
  { id: 'outside-link-expired', source: identity('outside-pages/link-account'), visitor: 'nobody', address: () => '/identity/outside/link', status: 400 },
  { id: 'ways-to-log-in', source: identity('outside-pages/ways-to-log-in'), visitor: 'contributor', address: () => '/identity/ways-to-log-in' },
  { id: 'sign-out-question', source: identity('sign-out'), visitor: 'contributor', address: () => '/identity/session/end' },
  { id: 'identity-not-found', source: identity('serve'), visitor: 'nobody', address: () => '/identity/nothing', status: 404 },
  { id: 'signed-out', source: identity('sign-out'), visitor: 'nobody', address: () => '/identity/session/end/success' },
  { id: 'two-step', source: identity('account-pages/two-step'), visitor: 'contributor', address: () => '/identity/two-step' },
  { id: 'set-up-app', source: identity('account-pages/set-up-app'), visitor: 'contributor', address: () => '/identity/two-step/app' },
  {
    id: 'set-up-app-errors',
    source: identity('account-pages/set-up-app'),
    visitor: 'contributor',
    address: () => '/identity/two-step/app',
    act: (page) => page.getByRole('main').getByRole('button').first().click(),
  },
  { id: 'add-passkey', source: identity('account-pages/add-passkey'), visitor: 'contributor', address: () => '/identity/two-step/add-passkey' },
  { id: 'profile', source: identity('account-pages/profile'), visitor: 'contributor', address: () => '/identity/profile' },
  {
    id: 'profile-errors',
    source: identity('account-pages/profile'),
    visitor: 'contributor',
    address: () => '/identity/profile',
    act: async (page, language) => {
      await page.getByLabel(words[language].newPassword, { exact: true }).fill('short');
      await press(page, words[language].save);
    },
  },
  { id: 'login-failed', source: route('authentication.login-failed'), visitor: 'nobody', address: () => '/authentication/login-failed?message=callback' },
  { id: 'logged-out', source: route('authentication.logged-out'), visitor: 'nobody', address: () => '/authentication/logged-out' },
  { id: 'logout-question', source: route('authentication.logout'), visitor: 'nobody', address: () => '/authentication/logout' },
  { id: 'invalid-action', source: route('authentication.$action'), visitor: 'nobody', address: () => '/authentication/nonsense', status: 404 },
]; // prettier-ignore

/** Screens for users with an account who are not experts. */
const signedIn: Screen[] = [
  { id: 'results-signed-in', source: route('($id)'), visitor: 'contributor', address: () => '/?q=' },
  {
    id: 'results-preview-mapping',
    source: route('($id)'),
    visitor: 'contributor',
    address: () => '/?q=',
    act: (page, language) =>
      openPreview(page, language),
  },
  { id: 'download-form', source: route('file-download.$id'), visitor: 'contributor', address: ({ session }) => `/file-download/${session}` },
  {
    id: 'download-form-errors',
    source: route('file-download.$id'),
    visitor: 'contributor',
    address: ({ session }) => `/file-download/${session}`,
    act: (page) => press(page, 'Download'),
  },
  { id: 'my-data-sets', source: route('my-data-sets'), visitor: 'contributor', address: () => '/my-data-sets' },
  { id: 'my-data-sets-empty', source: route('my-data-sets'), visitor: 'expert2', address: () => '/my-data-sets' },
  { id: 'licence-answers-unknown', source: route('my-data-sets.answers.$id'), visitor: 'contributor', address: () => '/my-data-sets/answers/999r', status: 404 },
  { id: 'my-downloads', source: route('my-downloads'), visitor: 'contributor', address: () => '/my-downloads' },
  { id: 'my-downloads-empty', source: route('my-downloads'), visitor: 'expert2', address: () => '/my-downloads' },
  { id: 'results-saved', source: route('($id)'), visitor: 'contributor', address: () => '/?q=grip&e=handgrip&type=RAW' },
  { id: 'saved-searches', source: route('saved-searches'), visitor: 'contributor', address: () => '/saved-searches' },
  { id: 'saved-searches-empty', source: route('saved-searches'), visitor: 'expert2', address: () => '/saved-searches' },
  { id: 'no-expert', source: route('editorial-board'), visitor: 'contributor', address: () => '/editorial-board', status: 403 },
]; // prettier-ignore

const measurements = { name: 'measurements.csv', mimeType: 'text/csv', buffer: Buffer.alloc(20_000, 'a,b\n1,2\n') };

/** Starts an upload over a connection that breaks at once, after removing what an earlier run left. */
async function interruptUpload(page: Page, language: Language): Promise<void> {
  const deletes = page.getByRole('button', { name: measurements.name });
  for (let left = await deletes.count(); left > 0; left -= 1) {
    await deletes.first().click();
    await page.waitForURL('**/file-upload');
    await page.goto('/file-upload');
  }
  await page.route('**/file-upload/part/**', (route) => route.abort('connectionreset'));
  await page.getByLabel(words[language].rawFile).setInputFiles(measurements);
  await press(page, words[language].uploadRaw);
  await page.getByRole('button', { name: words[language].tryNow }).waitFor();
}

/** A contributor's uploads, from file to submission. */
const contributing: Screen[] = [
  { id: 'uploads', source: route('file-upload._index'), visitor: 'contributor', address: () => '/file-upload' },
  { id: 'uploads-empty', source: route('file-upload._index'), visitor: 'expert2', address: () => '/file-upload' },
  {
    id: 'uploads-refused',
    source: route('file-upload.receive.$kind'),
    visitor: 'contributor',
    address: () => '/file-upload',
    act: async (page, language) => {
      const small = { name: 'small.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') };
      await page.getByLabel(words[language].rawFile).setInputFiles(small);
      await press(page, words[language].uploadRaw);
      await page.getByRole('alert').filter({ hasText: 'small.csv' }).waitFor();
    },
  },
  {
    id: 'uploads-chosen',
    source: route('file-upload._index'),
    visitor: 'contributor',
    address: () => '/file-upload',
    act: async (page, language) => {
      await page.getByLabel(words[language].rawFile).setInputFiles(measurements);
      await page.getByRole('status').filter({ hasText: measurements.name }).waitFor();
    },
  },
  {
    id: 'uploads-interrupted',
    source: route('file-upload._index'),
    visitor: 'expert1',
    address: () => '/file-upload',
    act: (page, language) => interruptUpload(page, language),
  },
  {
    id: 'uploads-unfinished',
    source: route('file-upload._index'),
    visitor: 'expert1',
    address: () => '/file-upload',
    act: async (page, language) => {
      await interruptUpload(page, language);
      await page.goto('/file-upload');
      await page.getByRole('listitem').filter({ hasText: measurements.name }).first().waitFor();
    },
  },
  { id: 'delete-question', source: route('file-upload_.delete.$id'), visitor: 'contributor', address: ({ mapped }) => `/file-upload/delete/${mapped}` },
  { id: 'mapping', source: route('file-upload.data.$id'), visitor: 'contributor', address: ({ fresh }) => `/file-upload/data/${fresh}` },
  {
    id: 'mapping-errors',
    source: route('file-upload.data.$id'),
    visitor: 'contributor',
    address: ({ fresh }) => `/file-upload/data/${fresh}`,
    act: async (page, language) => {
      await press(page, words[language].saveTemplate);
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  {
    id: 'mapping-suggested',
    source: route('file-upload.data.$id'),
    visitor: 'contributor',
    address: ({ unsaved }) => `/file-upload/data/${unsaved}`,
    act: async (page, language) => {
      const { discardDraft, suggestMapping, suggested } = words[language];
      if ((await page.getByRole('button', { name: discardDraft }).count()) > 0) {
        await press(page, discardDraft);
        await page.getByRole('button', { name: discardDraft }).waitFor({ state: 'detached' });
      }
      await press(page, suggestMapping);
      await page.getByText(suggested).first().waitFor();
    },
  },
  {
    id: 'mapping-shared-target',
    source: route('file-upload.data.$id'),
    visitor: 'contributor',
    address: ({ fresh }) => `/file-upload/data/${fresh}`,
    act: async (page, language) => {
      const w = words[language];
      for (const [letters, name] of [['D', 'height (cm)'], ['E', 'weight (kg)']] as const) {
        await page.getByRole('combobox', { name: w.target(letters, name) }).selectOption('height|cm');
      }
      await press(page, w.saveMapping);
      await page.getByRole('heading', { name: w.problem }).waitFor();
    },
  },
  { id: 'mapping-done', source: route('file-upload.data.$id'), visitor: 'contributor', address: ({ faulty }) => `/file-upload/data/${faulty}` },
  { id: 'mapping-read-only', source: route('file-upload.data.$id'), visitor: 'contributor', address: ({ submitted }) => `/file-upload/data/${submitted}` },
  { id: 'reading', source: route('file-upload.data.$id'), visitor: 'contributor', address: ({ reading }) => `/file-upload/data/${reading}` },
  { id: 'unreadable', source: route('file-upload.data.$id'), visitor: 'contributor', address: ({ unreadable }) => `/file-upload/data/${unreadable}` },
  { id: 'unreadable-mendable', source: route('file-upload.data.$id'), visitor: 'contributor', address: ({ fixableByReparsing }) => `/file-upload/data/${fixableByReparsing}` },
  { id: 'mapping-workbook', source: route('file-upload.data.$id'), visitor: 'contributor', address: ({ workbook }) => `/file-upload/data/${workbook}` },
  {
    id: 'mapping-not-read-again',
    source: route('file-upload.data.$id'),
    visitor: 'contributor',
    address: ({ short }) => `/file-upload/data/${short}`,
    act: async (page) => {
      await page.locator('details.reading-details').evaluate((details: HTMLDetailsElement) => (details.open = true));
      await page.locator('#headerRow').selectOption('13');
      await page.locator('button[value="read-again"]').click();
      await page.locator('#reading-failure').waitFor();
    },
  },
  { id: 'rows', source: route('file-upload.rows.$id'), visitor: 'contributor', address: ({ fresh }) => `/file-upload/rows/${fresh}` },
  { id: 'rows-last', source: route('file-upload.rows.$id'), visitor: 'contributor', address: ({ fresh }) => `/file-upload/rows/${fresh}?row=9999` },
  { id: 'upload-not-found', source: route('file-upload.data.$id'), visitor: 'contributor', address: () => '/file-upload/data/999999r', status: 404 },
  { id: 'check-not-yet', source: route('file-upload.check.$id'), visitor: 'contributor', address: ({ fresh }) => `/file-upload/check/${fresh}` },
  { id: 'check', source: route('file-upload.check.$id'), visitor: 'contributor', address: ({ faulty }) => `/file-upload/check/${faulty}` },
  {
    id: 'check-numbers',
    source: route('file-upload.check.$id'),
    visitor: 'contributor',
    address: ({ faulty }) => `/file-upload/check/${faulty}`,
    act: (page, language) => page.getByText(words[language].showNumbers).first().click(),
  },
  { id: 'check-filtered', source: route('file-upload.check.$id'), visitor: 'contributor', address: ({ faulty }) => `/file-upload/check/${faulty}?severity=error&column=F` },
  { id: 'check-tall', source: route('file-upload.check.$id'), visitor: 'contributor', address: ({ faulty }) => `/file-upload/check/${faulty}?list=tall` },
  { id: 'check-group', source: route('file-upload.check.$id'), visitor: 'contributor', address: ({ faulty }) => `/file-upload/check/${faulty}?group=R03-5` },
  {
    id: 'check-question',
    source: route('file-upload.check.$id'),
    visitor: 'contributor',
    address: ({ faulty }) => `/file-upload/check/${faulty}`,
    act: async (page, language) => {
      await press(page, words[language].saveComments);
      await page.getByRole('heading', { name: words[language].uncommented }).waitFor();
    },
  },
  { id: 'correct-file', source: route('file-upload.correct.$id'), visitor: 'contributor', address: ({ faulty }) => `/file-upload/correct/${faulty}` },
  {
    id: 'correct-file-refused',
    source: route('file-upload.correct.$id'),
    visitor: 'contributor',
    address: ({ faulty }) => `/file-upload/correct/${faulty}`,
    act: async (page, language) => {
      await page.getByRole('main').getByRole('button', { name: words[language].correctFile }).click();
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'correct-file-changes', source: route('file-upload.correct.$id'), visitor: 'contributor', address: ({ corrected }) => `/file-upload/correct/${corrected}` },
  { id: 'documents', source: route('file-upload.documents.$id'), visitor: 'contributor', address: ({ mapped }) => `/file-upload/documents/${mapped}` },
  {
    id: 'documents-found',
    source: route('file-upload.documents.$id'),
    visitor: 'contributor',
    address: ({ faulty }) => `/file-upload/documents/${faulty}`,
    act: async (page, language) => {
      const content = Buffer.from('Grip strength.\nQuestions: sport@example.org\n');
      await page.getByLabel(words[language].documents, { exact: true }).setInputFiles({ name: 'README.md', mimeType: 'text/markdown', buffer: content });
      await press(page, words[language].addDocuments);
      await page.getByRole('heading', { name: words[language].personalData }).waitFor();
    },
  },
  { id: 'check-no-problems', source: route('file-upload.check.$id'), visitor: 'contributor', address: ({ mapped }) => `/file-upload/check/${mapped}` },
  { id: 'preview', source: route('file-upload.preview.$id'), visitor: 'contributor', address: ({ mapped }) => `/file-upload/preview/${mapped}` },
  { id: 'preview-not-mapped', source: route('file-upload.preview.$id'), visitor: 'contributor', address: ({ workbook }) => `/file-upload/preview/${workbook}` },
  { id: 'preview-problems', source: route('file-upload.preview.$id'), visitor: 'contributor', address: ({ faulty }) => `/file-upload/preview/${faulty}?row=52` },
  { id: 'preview-submitted', source: route('file-upload.preview.$id'), visitor: 'contributor', address: ({ submitted }) => `/file-upload/preview/${submitted}` },
  { id: 'preview-published', source: route('file-upload.preview.$id'), visitor: 'contributor', address: () => '/file-upload/preview/1r' },
  { id: 'metadata-not-yet', source: route('file-upload.meta.$id'), visitor: 'contributor', address: ({ fresh }) => `/file-upload/meta/${fresh}` },
  { id: 'metadata', source: route('file-upload.meta.$id'), visitor: 'contributor', address: ({ mapped }) => `/file-upload/meta/${mapped}` },
  {
    id: 'metadata-lookup',
    source: route('file-upload.meta.$id'),
    visitor: 'contributor',
    address: ({ mapped }) => `/file-upload/meta/${mapped}`,
    act: async (page, language) => {
      await page.locator('[name="f25-0"]').fill('DFG');
      await page.getByRole('button', { name: words[language].lookUpFunder }).first().click();
      await page.getByRole('radio', { name: 'Deutsche Forschungsgemeinschaft' }).waitFor();
    },
  },
  {
    id: 'metadata-errors',
    source: route('file-upload.meta.$id'),
    visitor: 'contributor',
    address: ({ mapped }) => `/file-upload/meta/${mapped}`,
    act: async (page, language) => {
      await press(page, words[language].save);
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  {
    id: 'metadata-typed',
    source: route('file-upload.meta.$id'),
    visitor: 'contributor',
    address: ({ described }) => `/file-upload/meta/${described}`,
    act: async (page, language) => {
      const de = language === 'de';
      const keyword = de ? 'Schlagwort' : 'Keyword';
      await press(page, words[language].add(keyword));
      await page.getByLabel(`${keyword} 2`, { exact: true }).fill('speed');
      await press(page, de ? `${keyword} 2 entfernen` : `Remove ${keyword} 2`);
      await page.getByRole('button', { name: de ? 'Rückgängig machen' : 'Undo' }).waitFor();
      await page.getByLabel('ORCID').first().fill('0000-0002-1825-0098');
      await page.getByLabel(keyword, { exact: true }).focus();
      await page.getByRole('link', { name: 'ORCID', exact: true }).waitFor();
    },
  },
  {
    id: 'metadata-every-error',
    source: route('file-upload.meta.$id'),
    visitor: 'contributor',
    address: ({ typed }) => `/file-upload/meta/${typed}`,
    act: (page, language) =>
      makeEveryError(page, language),
  },
  { id: 'metadata-draft', source: route('file-upload.meta.$id'), visitor: 'contributor', address: ({ typed }) => `/file-upload/meta/${typed}` },
  {
    id: 'metadata-conflict',
    source: route('file-upload.meta.$id'),
    visitor: 'contributor',
    address: ({ typed }) => `/file-upload/meta/${typed}`,
    act: (page, language) =>
      comeSecond(page, language),
  },
  {
    id: 'metadata-late',
    source: route('file-upload.meta.$id'),
    visitor: 'contributor',
    address: ({ typed }) => `/file-upload/meta/${typed}`,
    act: (page, language, ids) =>
      comeLate(page, language, ids),
  },
  {
    id: 'metadata-discarded',
    source: route('file-upload.meta.$id'),
    visitor: 'contributor',
    address: ({ typed }) => `/file-upload/meta/${typed}`,
    act: (page, language) =>
      discardDraft(page, language),
  },
  {
    id: 'metadata-also-for',
    source: route('file-upload.meta.$id'),
    visitor: 'contributor',
    address: ({ described }) => `/file-upload/meta/${described}`,
    act: (page) => page.locator('.also-for summary').click(),
  },
  { id: 'metadata-parted', source: route('file-upload.meta.$id'), visitor: 'contributor', address: ({ parted }) => `/file-upload/meta/${parted}` },
  { id: 'metadata-filled', source: route('file-upload.meta.$id'), visitor: 'contributor', address: ({ described }) => `/file-upload/meta/${described}` },
  { id: 'metadata-read-only', source: route('file-upload.meta.$id'), visitor: 'contributor', address: ({ submitted }) => `/file-upload/meta/${submitted}` },
  { id: 'submit-not-yet', source: route('file-upload.submit.$id'), visitor: 'contributor', address: ({ mapped }) => `/file-upload/submit/${mapped}` },
  { id: 'submit', source: route('file-upload.submit.$id'), visitor: 'contributor', address: ({ described }) => `/file-upload/submit/${described}` },
  { id: 'submit-many-blockers', source: route('file-upload.submit.$id'), visitor: 'contributor', address: ({ faulty }) => `/file-upload/submit/${faulty}` },
  {
    id: 'submit-changed',
    source: route('file-upload.submit.$id'),
    visitor: 'contributor',
    address: ({ described }) => `/file-upload/submit/${described}`,
    act: async (page, language) => {
      // As if another window had changed something since this one was opened.
      await page.route('**/file-upload/submit/**', (sent, request) =>
        sent.continue({ postData: request.postData()?.replace(/version=[^&]*/, 'version=older') }),
      );
      await page.getByRole('main').getByRole('checkbox').first().check();
      await press(page, words[language].submit);
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'submitted', source: route('file-upload.submit.$id'), visitor: 'contributor', address: ({ submitted }) => `/file-upload/submit/${submitted}` },
  { id: 'review-pending', source: route('file-upload.submit.$id'), visitor: 'contributor', address: ({ pending }) => `/file-upload/submit/${pending}` },
  { id: 'review-accepted', source: route('file-upload.submit.$id'), visitor: 'contributor', address: () => '/file-upload/submit/1r' },
  { id: 'review-embargo', source: route('file-upload.submit.$id'), visitor: 'contributor', address: ({ embargoed }) => `/file-upload/submit/${embargoed}` },
  { id: 'review-rejected', source: route('file-upload.submit.$id'), visitor: 'contributor', address: ({ rejected }) => `/file-upload/submit/${rejected}` },
  { id: 'withdraw-question', source: route('file-upload_.withdraw.$id'), visitor: 'contributor', address: ({ submitted }) => `/file-upload/withdraw/${submitted}` },
  { id: 'withdraw-refused', source: route('file-upload_.withdraw.$id'), visitor: 'contributor', address: ({ rejected }) => `/file-upload/withdraw/${rejected}` },
  { id: 'new-version-question', source: route('file-upload_.new-version.$id'), visitor: 'contributor', address: () => '/file-upload/new-version/1r' },
  { id: 'new-version-refused', source: route('file-upload_.new-version.$id'), visitor: 'contributor', address: ({ submitted }) => `/file-upload/new-version/${submitted}` },
  { id: 'revise-question', source: route('file-upload_.revise.$id'), visitor: 'contributor', address: ({ rejected }) => `/file-upload/revise/${rejected}` },
  {
    id: 'session-ended',
    source: 'app/drafts/typed-entries.tsx',
    visitor: 'contributor',
    address: ({ typed }) => `/file-upload/meta/${typed}`,
    act: async (page, language) => {
      await page.getByRole('textbox', { name: language === 'de' ? 'Titel' : 'Title', exact: true }).fill('A title');
      await page.context().clearCookies({ name: /session/ });
      await press(page, words[language].save);
      await page.getByText('A title').first().waitFor();
    },
  },
]; // prettier-ignore

/** The editorial board. */
const board: Screen[] = [
  { id: 'board', source: route('editorial-board._index'), visitor: 'expert1', address: () => '/editorial-board' },
  { id: 'board-narrowed', source: route('editorial-board._index'), visitor: 'expert1', address: () => '/editorial-board?show=mine&kind=raw&sort=due' },
  { id: 'board-empty', source: route('editorial-board._index'), visitor: 'expert1', address: () => '/editorial-board?show=overdue' },
  { id: 'board-figures', source: route('editorial-board.figures'), visitor: 'expert1', address: () => '/editorial-board/figures' },
  { id: 'board-data', source: route('editorial-board.data.$id'), visitor: 'expert1', address: ({ submitted }) => `/editorial-board/data/${submitted}` },
  { id: 'board-rows', source: route('editorial-board.rows.$id'), visitor: 'expert1', address: ({ submitted }) => `/editorial-board/rows/${submitted}` },
  { id: 'board-check', source: route('editorial-board.check.$id'), visitor: 'expert1', address: ({ submitted }) => `/editorial-board/check/${submitted}` },
  { id: 'board-preview', source: route('editorial-board.preview.$id'), visitor: 'expert1', address: ({ submitted }) => `/editorial-board/preview/${submitted}` },
  { id: 'board-metadata', source: route('editorial-board.meta.$id'), visitor: 'expert1', address: ({ submitted }) => `/editorial-board/meta/${submitted}` },
  { id: 'vote', source: route('editorial-board.vote.$id'), visitor: 'expert1', address: ({ submitted }) => `/editorial-board/vote/${submitted}` },
  {
    id: 'vote-errors',
    source: route('editorial-board.vote.$id'),
    visitor: 'expert1',
    address: ({ submitted }) => `/editorial-board/vote/${submitted}`,
    act: async (page, language) => {
      await press(page, words[language].saveVote);
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'board-profile', source: route('editorial-board.profile'), visitor: 'expert1', address: () => '/editorial-board/profile' },
  { id: 'panels', source: route('editorial-board.panels.$id'), visitor: 'chair', address: ({ submitted }) => `/editorial-board/panels/${submitted}` },
  { id: 'panels-expert', source: route('editorial-board.panels.$id'), visitor: 'expert1', address: ({ pending }) => `/editorial-board/panels/${pending}` },
  {
    id: 'panels-errors',
    source: route('editorial-board.panels.$id'),
    visitor: 'chair',
    address: ({ submitted }) => `/editorial-board/panels/${submitted}`,
    act: async (page, language) => {
      await page.locator('#invite-1 button').last().click();
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'board-conversation', source: route('editorial-board.notes.$id'), visitor: 'expert1', address: ({ pending }) => `/editorial-board/notes/${pending}` },
  { id: 'board-letter', source: route('editorial-board.letter.$id'), visitor: 'chair', address: () => '/editorial-board/letter/1r' },
  { id: 'own-withdrawal', source: route('file-upload.withdrawal.$id'), visitor: 'contributor', address: () => '/file-upload/withdrawal/1r' },
  { id: 'own-embargo', source: route('file-upload.embargo.$id'), visitor: 'contributor', address: ({ embargoed }) => `/file-upload/embargo/${embargoed}` },
  {
    id: 'board-embargo-errors',
    source: route('editorial-board.embargo.$id'),
    visitor: 'chair',
    address: ({ embargoed }) => `/editorial-board/embargo/${embargoed}`,
    act: async (page, language) => {
      await page.locator('#embargo-form [value="save"]').click();
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'embargo-over', source: route('file-upload.embargo.$id'), visitor: 'contributor', address: () => '/file-upload/embargo/1r' },
  {
    id: 'private-links',
    source: route('file-upload.private-links.$id'),
    visitor: 'contributor',
    address: ({ submitted }) => `/file-upload/private-links/${submitted}`,
    act: async (page) => {
      await page.locator('#label').fill('Reviewer 1');
      await page.locator('#link-form [value="save"]').click();
      await page.getByRole('row', { name: /Reviewer 1/ }).first().waitFor();
    },
  },
  {
    id: 'private-links-errors',
    source: route('file-upload.private-links.$id'),
    visitor: 'contributor',
    address: ({ submitted }) => `/file-upload/private-links/${submitted}`,
    act: async (page, language) => {
      await page.locator('#link-form [value="save"]').click();
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'about-me', source: route('about-me'), visitor: 'contributor', address: () => '/about-me' },
  ...(['accounts', 'storage', 'fixity', 'jobs', 'dois', 'mails', 'settings', 'audit'] as const).map(
    (name): Screen => ({
      id: `administration-${name}`,
      source: route(`administration.${name}`),
      visitor: 'admin',
      address: () => `/administration/${name}`,
    }),
  ),
  { id: 'administration', source: route('administration._index'), visitor: 'admin', address: () => '/administration' },
  {
    id: 'administration-account',
    source: route('administration.accounts.$account'),
    visitor: 'admin',
    address: () => '/administration/accounts?q=contributor',
    act: async (page) => {
      await page.getByRole('table').getByRole('link').first().click();
      await page.locator('#account-form').waitFor();
    },
  },
  {
    id: 'administration-account-errors',
    source: route('administration.accounts.$account'),
    visitor: 'admin',
    address: () => '/administration/accounts?q=contributor',
    act: async (page, language) => {
      await page.getByRole('table').getByRole('link').first().click();
      await page.locator('#email').fill('no address');
      await page.locator('#account-form [value="save"]').click();
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  {
    id: 'administration-merge',
    source: route('administration.accounts.$account.merge'),
    visitor: 'admin',
    address: () => '/administration/accounts?q=expert2',
    act: async (page) => {
      await page.getByRole('table').getByRole('link').first().click();
      await page.locator('#into').fill('chair@example.org');
      await page.locator('#into').press('Enter');
      await page.locator('#what').waitFor();
    },
  },
  {
    id: 'administration-merge-errors',
    source: route('administration.accounts.$account.merge'),
    visitor: 'admin',
    address: () => '/administration/accounts?q=contributor',
    act: async (page, language) => {
      await page.getByRole('table').getByRole('link').first().click();
      await page.locator('#into').fill('nobody@example.org');
      await page.locator('#into').press('Enter');
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'access-tokens', source: route('access-tokens'), visitor: 'expert1', address: () => '/access-tokens' },
  {
    id: 'access-tokens-made',
    source: route('access-tokens'),
    visitor: 'contributor',
    address: () => '/access-tokens',
    act: async (page) => {
      await page.locator('#label').fill('Weekly upload');
      await page.locator('#token-form [value="save"]').click();
      await page.getByRole('row', { name: /Weekly upload/ }).first().waitFor();
    },
  },
  {
    id: 'access-tokens-errors',
    source: route('access-tokens'),
    visitor: 'contributor',
    address: () => '/access-tokens',
    act: async (page, language) => {
      await page.locator('#token-form [value="save"]').click();
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'private-link-ended', source: route('private-link.$link'), visitor: 'nobody', address: () => `/private-link/${'A'.repeat(43)}`, status: 410 },
  { id: 'private-link-rows-ended', source: route('private-link.$link.rows'), visitor: 'nobody', address: () => `/private-link/${'A'.repeat(43)}/rows`, status: 410 },
  {
    id: 'withdrawal-errors',
    source: route('editorial-board.withdrawal.$id'),
    visitor: 'chair',
    address: () => '/editorial-board/withdrawal/1r',
    act: async (page, language) => {
      await page.locator('#form-withdraw [value="save"]').click();
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'co-authors', source: route('file-upload.co-authors.$id'), visitor: 'contributor', address: ({ described }) => `/file-upload/co-authors/${described}` },
  {
    id: 'co-authors-errors',
    source: route('file-upload.co-authors.$id'),
    visitor: 'contributor',
    address: ({ described }) => `/file-upload/co-authors/${described}`,
    act: async (page, language) => {
      await page.locator('#form-invite [value="save"]').click();
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'co-authors-denied', source: route('file-upload.co-authors.$id'), visitor: 'expert1', address: ({ described }) => `/file-upload/co-authors/${described}`, status: 404 },
  { id: 'co-author-link-ended', source: route('co-authors.$link'), visitor: 'nobody', address: () => '/co-authors/unknown', status: 410 },
  { id: 'kept-texts-none', source: route('file-upload_.kept.$id'), visitor: 'expert1', address: ({ described }) => `/file-upload/kept/${described}`, status: 404 },
  {
    id: 'chair-owner-errors',
    source: route('editorial-board.owner.$id'),
    visitor: 'chair',
    address: ({ submitted }) => `/editorial-board/owner/${submitted}`,
    act: async (page, language) => {
      await page.locator('#form-chair-offer [value="save"]').click();
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'withdrawal-not-accepted', source: route('editorial-board.withdrawal.$id'), visitor: 'chair', address: ({ submitted }) => `/editorial-board/withdrawal/${submitted}` },
  { id: 'board-correction', source: route('editorial-board.correction.$id'), visitor: 'expert1', address: () => '/editorial-board/correction/1r' },
  { id: 'correct-metadata', source: route('file-upload.correct-metadata.$id'), visitor: 'contributor', address: () => '/file-upload/correct-metadata/1r' },
  {
    id: 'correct-metadata-errors',
    source: route('file-upload.correct-metadata.$id'),
    visitor: 'contributor',
    address: () => '/file-upload/correct-metadata/1r',
    act: async (page, language) => {
      await page.locator('.metadata-form button[value=save]').click();
      await page.getByRole('heading', { name: words[language].problem }).waitFor();
    },
  },
  { id: 'own-conversation', source: route('file-upload.conversation.$id'), visitor: 'contributor', address: ({ submitted }) => `/file-upload/conversation/${submitted}` },
  { id: 'board-history', source: route('editorial-board.history.$id'), visitor: 'expert1', address: ({ pending }) => `/editorial-board/history/${pending}` },
  { id: 'invitation-ended', source: route('editorial-board_.invitation.$link'), visitor: 'nobody', address: () => '/editorial-board/invitation/unknown', status: 410 },
  { id: 'vote-withdrawn', source: route('editorial-board.vote.$id'), visitor: 'expert1', address: ({ described }) => `/editorial-board/vote/${described}`, status: 404 },
  { id: 'vote-decided', source: route('editorial-board.vote.$id'), visitor: 'expert1', address: () => '/editorial-board/vote/1r' },
]; // prettier-ignore

/** Every screen in every state that looks different. Screens that are not listed are not examined. */
export const screens: readonly Screen[] = [...open, ...account, ...signedIn, ...contributing, ...board];
