import { execFile } from 'node:child_process';
import process from 'node:process';

import { judgeSignatures } from './judge-signatures';

/*
 * `npm run test:signatures` compares the installed packages with the signatures of the registry. Fails if one is wrong
 * or missing, or npm fails. A registry that does not answer, such as a mirror without keys, is said and does not fail:
 * `npm ci` has compared the packages with the lock file.
 */

/** Own estimates: a registry that answers needs some seconds for all packages, and one answer less than ten. */
const limitMs = 120_000;
const answer = ['--fetch-retries', '1', '--fetch-timeout', '10000'];

execFile('npm', ['audit', 'signatures', '--json', ...answer], { timeout: limitMs }, (error, output) => {
  const { isAccepted, text } = judgeSignatures(output, error !== null);
  console.log(text);
  process.exitCode = isAccepted ? 0 : 1;
});
