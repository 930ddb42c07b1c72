import path from 'node:path';

import { buildWhenStale } from '../../services/launcher/build-when-stale';
import { startServer } from '../e2e/support/server-process';
import { buildBarePage } from './bare-page/build';
import { measureIngest } from './measure-ingest';
import { measureCheck } from './measure-check';
import { measurePages } from './measure-pages';
import { measureParsers } from './measure-parsers';
import { measureUpload } from './measure-upload';
import { readOptions } from './options';
import { report } from './report';
import { Resources } from './resources';
import { writeSampleCsv } from './sample-csv';

/**
 * `npm run bench`: the built server against named baselines on the same machine in the same run, so that
 * the ratios mean something anywhere. Ends with 1 when the upload costs the web process too much memory.
 */
const { uploadBytes, ingestBytes } = readOptions(process.argv.slice(2));
if (!buildWhenStale()) process.exit(1);
buildBarePage();

/** Says what takes its time; not part of the table. */
const say = (text: string) => process.stderr.write(`${text} …\n`);

const resources = new Resources();
try {
  const folder = resources.makeFolder();
  const server = await startServer({ DATA_DIR: path.join(folder, 'data') });
  resources.add(() => server.stop());

  say('Making up the file');
  const file = path.join(folder, 'sample.csv');
  await writeSampleCsv(file, uploadBytes);
  say('Uploading and reading it, and the same by the baselines');
  // Memory first: page loads would leave room in the heap that an upload then fills unseen.
  const upload = await measureUpload(server, resources, file);
  say('Reading csv files without web and database, and the same by the baseline');
  const ingest = await measureIngest(folder, ingestBytes);
  say('Reading files of Excel and SPSS, and the same by the baselines');
  const parsers = await measureParsers(server, folder);
  say('Checking a mapped file by all rules');
  const check = await measureCheck(folder, uploadBytes);
  say('Loading pages');
  const barePage = await resources.startBaseline('bare-page/serve.ts');
  const pages = await measurePages(server.origin, barePage);

  const { text, kept } = report(uploadBytes, { pages, upload, ingest, parsers, check });
  process.stdout.write(text);
  process.exitCode = kept ? 0 : 1;
} finally {
  await resources.close();
}
