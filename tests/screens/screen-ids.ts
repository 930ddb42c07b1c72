import { expect, type Browser, type Page } from '@playwright/test';

import { connectToRunning } from '../../services/database/open-database';
import { gripStudyCsv, gripStudyTargets, type Blemishes } from '../fixtures/grip-study';
import { makeWorkbook, rowsXml } from '../../services/repository/ingest/testing/workbook';
import { correctFile, fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from '../e2e/support/contributor';
import { castVote } from '../e2e/support/expert';
import { accounts, newVisitor, signIn } from '../e2e/support/journey';
import { readOutbox } from '../e2e/support/outbox';
import { confirmationAddress, fillRegistration } from '../e2e/support/registration';
import { words } from '../e2e/support/words';

/** Ids used in addresses of screens: uploads of the contributor by progress, and a download. */
export interface ScreenIds {
  /** Read, without a mapping. */
  fresh: string;
  /** Read, with nothing saved: for screens that leave a draft. */
  unsaved: string;
  /** Mapped, with problems of both kinds; one kind has more than are listed. */
  faulty: string;
  /** Replaced with a corrected file, with one comment kept and one not. A further corrected file could not be read. */
  corrected: string;
  /** Mapped and checked, without metadata. */
  mapped: string;
  /** The same, for screens that leave a draft of the metadata. */
  typed: string;
  /** Complete but not submitted, with another file that shares its metadata. */
  described: string;
  /** Waiting for its votes. */
  submitted: string;
  /** With two votes that differ. */
  pending: string;
  /** With the notes of both experts. */
  rejected: string;
  /** Shared its metadata with `pending`, which was submitted alone. */
  parted: string;
  /** Accepted, with an embargo. */
  embargoed: string;
  /** Address of the data set of `embargoed`. */
  announced: string;
  /** Still being read. */
  reading: string;
  unreadable: string;
  /** Not read, but readable with other settings. */
  fixableByReparsing: string;
  /** Read, and short enough that all of its rows are offered as the header. */
  short: string;
  /** A workbook with sheets that were left out and columns that were given names. */
  workbook: string;
  /** Session of a download that needs the download form. */
  session: string;
  /** Address in the mail for a forgotten password. */
  resetAddress: string;
  /** Address in the mail about a registration. */
  confirmAddress: string;
  /** Address in a mail about a saved search, which ends it. */
  endAddress: string;
}

/** Longer than a narrow window is wide, without a place to break. */
const nameWithoutBlanks = 'parted_from_the_study_of_adults_in_2019_and_2020';

const none: Blemishes = { zeroGrips: 0, weakGrips: 0 };

/** Brings the demonstration on `origin` into every state that screens show, as a contributor would. */
export async function prepareScreenIds(browser: Browser, origin: string, dataDir: string): Promise<ScreenIds> {
  const page = await newVisitor(browser, 'en', false, origin);
  await signIn(page, 'en', accounts.contributor);
  const session = await startDownload(page);
  const described = await mappedUpload(page, 'described', 904, none);
  await mappedUpload(page, 'also', 911, none);
  await describe(page, described, 'Grip and jump of adults in 2019', 'grip-also.csv');
  const submitted = await mappedUpload(page, 'submitted', 905, { zeroGrips: 0, weakGrips: 2 });
  await commentOnAll(page);
  await describe(page, submitted, 'Grip and jump of adults in 2020');
  await saveAndSubmit(page, 'en', submitted);
  const parted = await mappedUpload(page, nameWithoutBlanks, 913, none);
  const pending = await decidedUpload(page, 'pending', 909, { also: `grip-${nameWithoutBlanks}.csv` });
  const embargoed = await decidedUpload(page, 'embargoed', 914, { embargo: nextYear });
  const rejected = await decidedUpload(page, 'rejected', 910);
  await castVotes(browser, origin, [
    { id: pending, accepts: [true, false], notes: ['', ''] },
    { id: embargoed, accepts: [true, true], notes: ['', ''] },
    { id: rejected, accepts: [false, false], notes: [longNote, 'Please name the device.'] },
  ]);
  const ids = {
    session,
    parted,
    pending,
    embargoed,
    announced: await addressOfDataSet(page, embargoed),
    rejected,
    resetAddress: await askForNewPassword(page, dataDir),
    confirmAddress: await askForAccount(page, dataDir),
    endAddress: await saveSearch(page, dataDir),
    described,
    submitted,
    corrected: await correctedUpload(page),
    mapped: await mappedUpload(page, 'mapped', 903, none),
    typed: await mappedUpload(page, 'typed', 912, none),
    faulty: await mappedUpload(page, 'faulty', 902, { zeroGrips: 2, weakGrips: 23 }),
    fresh: await upload(page, 'fresh', gripStudyCsv(901, 'international', none)),
    unsaved: await upload(page, 'unsaved', gripStudyCsv(907, 'international', none)),
    reading: await upload(page, 'reading', gripStudyCsv(906, 'german', none)),
    fixableByReparsing: await upload(page, 'mendable', misreadCsv()),
    short: await upload(page, 'short', shortCsv()),
    workbook: await uploadRaw(page, 'en', {
      name: 'grip-workbook.xlsx',
      mimeType: 'application/octet-stream',
      buffer: await gripWorkbook(),
    }),
    unreadable: await upload(
      page,
      'unreadable',
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(12_000)]),
    ),
  };
  await holdReading(dataDir, ids.reading);
  await page.context().close();
  return ids;
}

function upload(page: Page, name: string, buffer: Buffer): Promise<string> {
  return uploadRaw(page, 'en', { name: `grip-${name}.csv`, mimeType: 'text/csv', buffer });
}

/** A table of three columns in which one line far below is longer. */
function misreadCsv(): Buffer {
  const rows = Array.from({ length: 900 }, (_, i) => `person ${i};m;${30 + (i % 9)}${i === 800 ? ';1;2' : ''}`);
  return Buffer.from(`name;sex;grip\n${rows.join('\n')}\n`);
}

/** Few rows, each long enough that the file is not too small. */
function shortCsv(): Buffer {
  const rows = Array.from({ length: 12 }, (_, i) => `${i},${30 + i},${'tired '.repeat(150)}${i}`);
  return Buffer.from(`id,grip,remark\n${rows.join('\n')}\n`);
}

function gripWorkbook(): Promise<Buffer> {
  const rows = Array.from({ length: 1500 }, (_, i) => [i, 30 + ((i * 7) % 13), (i * 7919) % 1_000_003]);
  return makeWorkbook({
    sheets: {
      Girls: rowsXml([['id', 'grip', 'grip'], ...rows]),
      Notes: rowsXml([['measured in May']]),
      Blank: '',
      Plan: rowsXml([['id', 'grip']]),
    },
    hidden: ['Notes'],
  });
}

async function mappedUpload(page: Page, name: string, seed: number, blemishes: Blemishes): Promise<string> {
  const id = await upload(page, name, gripStudyCsv(seed, 'international', blemishes));
  await mapColumns(page, 'en', gripStudyTargets);
  return id;
}

/** An embargo that ends in this year lasts less than the 24 months that it may. */
const nextYear = String(new Date().getFullYear() + 1);

/** `also`: file that shares its metadata; `embargo`: year in which an embargo ends. */
async function decidedUpload(
  page: Page,
  name: string,
  seed: number,
  { also, embargo }: { also?: string; embargo?: string } = {},
): Promise<string> {
  const id = await mappedUpload(page, name, seed, none);
  await describe(page, id, `Grip and jump of adults, ${name}`, also);
  if (embargo) await page.locator('#f29-0-part-4').fill(embargo);
  await saveAndSubmit(page, 'en', id);
  return id;
}

/** Public address of an accepted upload. */
async function addressOfDataSet(page: Page, id: string): Promise<string> {
  await page.goto(`/file-upload/submit/${id}`);
  const link = page.getByRole('main').locator('a[href^="/data-set/"]').first();
  return (await link.getAttribute('href')) ?? '';
}

const longNote = [
  'The grip was measured in newton, but it is mapped to kilograms.',
  'Rows 40 to 52 seem to be those of another school: please look at the ages again, and say in the abstract how they were sampled.',
].join('\n\n');

/** Lets both experts vote on submissions, each in their own panel. */
async function castVotes(
  browser: Browser,
  origin: string,
  votes: { id: string; accepts: [boolean, boolean]; notes: [string, string] }[],
): Promise<void> {
  for (const [index, account] of [accounts.expert1, accounts.expert2].entries()) {
    const page = await newVisitor(browser, 'en', false, origin);
    await signIn(page, 'en', account);
    for (const { id, accepts, notes } of votes) {
      await page.goto(`/editorial-board/vote/${id}`);
      const [accept, note] = [accepts[index] ?? true, notes[index] ?? ''];
      await castVote(page, 'en', { panel: index + 1, account, accepts: accept, note });
    }
    await page.context().close();
  }
}

async function correctedUpload(page: Page): Promise<string> {
  const id = await mappedUpload(page, 'to correct', 908, { zeroGrips: 2, weakGrips: 3 });
  await commentOnAll(page);
  const corrected = gripStudyCsv(908, 'international', { zeroGrips: 0, weakGrips: 4 });
  await correctFile(page, 'en', id, { name: 'grip-mended.csv', mimeType: 'text/csv', buffer: corrected });
  const unreadable = { mimeType: 'text/csv', buffer: Buffer.alloc(12_000) };
  await correctFile(page, 'en', id, { ...unreadable, name: 'grip-mended again.csv' });
  return id;
}

async function commentOnAll(page: Page): Promise<void> {
  const comments = page.getByRole('table', { name: words.en.problems }).getByRole('textbox');
  for (const comment of await comments.all()) await comment.fill('Measured twice, after an injury.');
  await page.getByRole('button', { name: words.en.saveComments }).first().click();
  await page.waitForLoadState();
}

async function describe(page: Page, id: string, title: string, also?: string): Promise<void> {
  await page.goto(`/file-upload/meta/${id}`);
  if (also) await page.getByRole('checkbox', { name: also }).check();
  await fillMetadata(page, 'en', title, 'CC-BY 4.0');
  await page.getByRole('button', { name: words.en.save, exact: true }).first().click();
  await page.getByRole('heading', { name: words.en.problem }).waitFor({ state: 'detached' });
}

/** Chooses the demonstration's data set under SUFL 1.0, which asks for the download form first. */
async function startDownload(page: Page): Promise<string> {
  await page.goto('/?q=grip');
  await page
    .getByRole('row', { name: /grip strength of adults/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.waitForURL(/\/file-download\/[0-9a-f-]{36}(?:\?|$)/);
  return page.url().split('/').at(-1) ?? '';
}

/** Saves a search and returns the address that ends it, as its mails have it. */
async function saveSearch(page: Page, dataDir: string): Promise<string> {
  await page.goto('/?q=grip&e=handgrip&type=RAW');
  await page.getByRole('button', { name: words.en.saveSearch }).click();
  await page.getByText(words.en.searchSaved).waitFor();
  const database = await connectToRunning(dataDir);
  const { rows } = (await database?.pool.query<{ token: string }>(
    'select end_token as token from repository.saved_searches',
  )) ?? { rows: [] };
  await database?.close();
  return `/saved-searches/end/${rows[0]?.token}`;
}

/** Requests a new password and reads the link in the mail from the outbox. */
async function askForNewPassword(page: Page, dataDir: string): Promise<string> {
  await page.goto('/identity/forgotten-password');
  await page.getByLabel(words.en.email, { exact: true }).fill(accounts.expert2);
  await page.getByRole('main').getByRole('button').first().click();
  let address: string | undefined;
  await expect(() => {
    const links = readOutbox(dataDir).flatMap(({ text }) => /\/identity\/new-password\?token=[\w-]+/.exec(text) ?? []);
    expect((address = links[0])).toBeTruthy();
  }).toPass();
  return address ?? '';
}

/** Registers and reads the link in the mail from the outbox. */
async function askForAccount(page: Page, dataDir: string): Promise<string> {
  await page.goto('/identity/register');
  await fillRegistration(page, 'en', 'unconfirmed@example.org');
  await page.getByRole('button', { name: words.en.register, exact: true }).click();
  return confirmationAddress('unconfirmed@example.org', dataDir);
}

/** Resets the state, because reading such a small file ends at once. */
async function holdReading(dataDir: string, id: string): Promise<void> {
  const database = await connectToRunning(dataDir);
  if (!database) throw new Error(`No database runs on ${dataDir}.`);
  await database.pool.query(`update repository.files set state = 'reading' where upload = $1`, [
    Number.parseInt(id, 10),
  ]);
  await database.close();
}
