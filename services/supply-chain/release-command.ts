import { OperatorError } from '@domain/operator-error';

import { rootFolder } from '../root-folder';
import { release } from './release';

/** `npm run release` */
try {
  const day = new Date().toISOString().slice(0, 10);
  release({ root: rootFolder, args: process.argv.slice(2), day, write: (text) => void process.stdout.write(text) });
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
