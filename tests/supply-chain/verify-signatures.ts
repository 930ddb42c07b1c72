import { execFile } from 'node:child_process';
import process from 'node:process';

/*
 * `npm run test:signatures` compares the installed packages with the signatures of the registry. Fails if one is wrong
 * or missing. A registry that does not answer, such as a mirror without keys, is said and does not fail: `npm ci` has
 * compared the packages with the lock file.
 */

/** Own estimate: a registry that answers needs some seconds for all packages. */
const limitMs = 20_000;

execFile('npm', ['audit', 'signatures', '--json'], { timeout: limitMs }, (error, output) => {
  const found = resultIn(output);
  if (!found) {
    console.log('Signatures are not verified: the registry does not answer.');
    return;
  }
  const wrong = [...found.invalid, ...found.missing].map(({ name, version }) => `${name}@${version}`);
  console.log(wrong.length === 0 && !error ? 'All signatures are valid.' : `Not signed: ${wrong.join(', ')}`);
  process.exitCode = wrong.length === 0 && !error ? 0 : 1;
});

interface Signed {
  name: string;
  version: string;
}

function resultIn(output: string): { invalid: Signed[]; missing: Signed[] } | null {
  try {
    const { invalid, missing } = JSON.parse(output) as { invalid?: Signed[]; missing?: Signed[] };
    return invalid && missing ? { invalid, missing } : null;
  } catch {
    return null;
  }
}
