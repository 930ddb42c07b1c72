import { chromium, type Browser, type Page } from '@playwright/test';

import { chromiumArguments, chromiumPath } from '../e2e/support/chromium';
import { uploadRaw } from '../e2e/support/contributor';
import { accounts, newVisitor, signIn } from '../e2e/support/journey';
import { gripStudyCsv } from '../fixtures/grip-study';

/** A screen to measure. */
export interface JudgedScreen {
  name: string;
  address: string;
  /** Cookie header of the signed-in user; '' for a visitor. */
  cookie: string;
  /** Search engines may list it, so their rules apply too. */
  isListed: boolean;
}

/** A browser that Lighthouse controls through its debugging port. */
export function openBrowser(debuggingPort: number): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArguments, `--remote-debugging-port=${debuggingPort}`],
  });
}

/** Prepares the demonstration so that every measured screen has content. */
export async function prepareScreens(browser: Browser, origin: string): Promise<JudgedScreen[]> {
  const contributor = await newVisitor(browser, 'en', true, origin);
  await signIn(contributor, 'en', accounts.contributor);
  const buffer = gripStudyCsv(8001, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(contributor, 'en', { name: 'judged.csv', mimeType: 'text/csv', buffer });
  const expert = await newVisitor(browser, 'en', true, origin);
  await signIn(expert, 'en', accounts.expert1);
  const [own, board] = [await cookieOf(contributor), await cookieOf(expert)];
  for (const page of [contributor, expert]) await page.context().close();
  return [
    { name: 'home', address: '/', cookie: '', isListed: true },
    { name: 'data set', address: '/data-set/1', cookie: '', isListed: true },
    { name: 'results', address: '/?q=', cookie: '', isListed: false },
    { name: 'upload', address: '/file-upload', cookie: own, isListed: false },
    { name: 'mapping', address: `/file-upload/data/${id}`, cookie: own, isListed: false },
    { name: 'metadata', address: `/file-upload/meta/${id}`, cookie: own, isListed: false },
    { name: 'vote', address: '/editorial-board/vote/1r', cookie: board, isListed: false },
  ];
}

async function cookieOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies
    .filter(({ path }) => path === '/')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}
