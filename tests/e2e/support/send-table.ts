import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect } from '@playwright/test';

import type { Browser } from '../../../services/identity/testing/browser';
import { sendFile } from '../../bench/send-file';

/** Uploads a small table. Returns the address of its mapping. */
export async function sendTable(browser: Browser, folder: string, name: string): Promise<string> {
  const file = path.join(folder, name);
  const rows = Array.from({ length: 2000 }, (_, row) => `${name} ${row},${20 + (row % 40)}`);
  writeFileSync(file, ['id,handgrip', ...rows, ''].join('\n'));
  const url = new URL('/file-upload/receive/raw', browser.origin);
  const headers = { Origin: browser.origin, Cookie: browser.cookieHeader(url) };
  const { answer } = await sendFile(url, file, headers);
  const { pathname } = new URL((await answer).location, browser.origin);
  expect(pathname).toMatch(/^\/file-upload\/data\/\d+r$/);
  return pathname;
}
