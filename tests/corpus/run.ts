import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import { startTableEngine } from '../../services/repository/tables/duckdb-engine';
import { differenceOf, readExpectations } from './expectations';
import { createRandom } from '../../services/repository/help-files/made-up-people';
import { watchChildren } from '../support/watch-children';
import { mutate } from './mutate';
import { readCorpusFile, type Outcome } from './read-corpus-file';

/**
 * `npm run test:corpus -- <folder> [--mutants <n>] [--seed <n>]`: reads every file of a folder as the ingest job does,
 * then n damaged copies of each type. Prints one line per file, differences from the folder's expected.tsv, and counts.
 * Exits with 1 if a file is neither read nor refused with a message, if it differs, or if a child takes more than 1
 * GiB.
 */
const childBytes = 1024 ** 3;
const atOnce = 2;
const dataFile = /\.(xlsx|xlsm|xls|csv|z?sav)$/i;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mutants: { type: 'string', default: '0' }, seed: { type: 'string', default: '1' } },
});
const [folder] = positionals;
if (!folder) throw new Error('npm run test:corpus -- <folder> [--mutants <n>] [--seed <n>]');

const work = mkdtempSync(path.join(os.tmpdir(), 'corpus-'));
const store = {
  files: await createDiskFileStore(path.join(work, 'objects')),
  tables: await startTableEngine({ tempDir: path.join(work, 'spill') }),
};
const stopWatching = watchChildren();
const counts = new Map<string, number>();
const differences: string[] = [];
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
const print = (line: string) => process.stdout.write(`${line}\n`);

function printOutcome(name: string, { state, tables, rows, columns, ms, reason, message }: Outcome) {
  print([name, state, tables, rows, columns, ms, `${reason} ${message}`.trim()].join('\t'));
}

/** Runs two tasks at a time, in order. */
async function runAll(tasks: (() => Promise<void>)[]) {
  const waiting = [...tasks];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => dataFile.test(name) && statSync(path.join(folder, name)).isFile())
  .sort();
const expectations = readExpectations(folder);
await runAll(
  names.map((name, i) => async () => {
    const outcome = await readCorpusFile(store, path.join(folder, name), `file${i}`);
    printOutcome(name, outcome);
    count(`${path.extname(name)} ${outcome.state}`);
    const difference = differenceOf(name, outcome, expectations.get(name));
    if (difference) differences.push(`${name}: ${difference}`);
  }),
);

const random = createRandom(Number(values.seed)).fraction;
const types = [...new Set(names.map((name) => path.extname(name)))];
await runAll(
  types.flatMap((type) => {
    const bases = names.filter((name) => path.extname(name) === type);
    return Array.from({ length: Number(values.mutants) }, (_, i) => async () => {
      const base = bases[Math.floor(random() * bases.length)] ?? '';
      const file = path.join(work, `mutant${i}${type}`);
      writeFileSync(file, await mutate(readFileSync(path.join(folder, base)), random));
      const outcome = await readCorpusFile(store, file, `mutant${i}`);
      count(`mutant ${type} ${outcome.state}`);
      if (outcome.state !== 'error') return rmSync(file);
      const kept = path.join(os.tmpdir(), path.basename(file));
      writeFileSync(kept, readFileSync(file));
      printOutcome(`${base} as ${kept}`, outcome);
    });
  }),
);

const [[entry, peakBytes] = ['', 0]] = [...stopWatching()].sort(([, a], [, b]) => b - a);
await store.tables.close();
rmSync(work, { recursive: true, force: true });
for (const difference of differences) print(`DIFFERS\t${difference}`);
for (const [what, number] of [...counts].sort()) print(`${number}\t${what}`);
print(`${Math.round(peakBytes / 1024 ** 2)}\tMiB at most in a child: ${entry}`);
const errors = [...counts.keys()].some((what) => what.endsWith('error'));
process.exitCode = errors || differences.length > 0 || peakBytes > childBytes ? 1 : 0;
