import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';

import { writeSampleCsv } from '../bench/sample-csv';
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium';
import { uploadInterrupted } from './interrupted-upload';

/** Limit of this project: at most a tenth is sent twice. */
const sentBar = 1.1;

/** Parses a size like '1g', '200m' or '5000000'. */
function parseBytes(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)([kmg]?)$/i.exec(text) ?? [];
  if (!count) throw new Error('--bytes takes a size like 1g, 200m or 5000000.');
  return Number(count) * 1000 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase());
}

const { values } = parseArgs({ options: { bytes: { type: 'string', default: '1g' } } });
const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-resume-'));
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArguments] });
try {
  const file = path.join(folder, 'interrupted.csv');
  await writeSampleCsv(file, parseBytes(values.bytes));
  const { bytes, sent, ms, keptPercent, isEqual } = await uploadInterrupted(browser, file);
  const lines = [
    `${(bytes / 1e6).toFixed(0)} MB in ${(ms / 1000).toFixed(1)} s; five cuts, a closed tab, a killed server`,
    `sent in all: ${(sent / 1e6).toFixed(1)} MB, ${(sent / bytes).toFixed(3)} times the file (at most ${sentBar})`,
    `there when the tab was closed: ${keptPercent} %`,
    `SHA-256 equal: ${isEqual ? 'yes' : 'NO'}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!isEqual || sent > bytes * sentBar) process.exitCode = 1;
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
