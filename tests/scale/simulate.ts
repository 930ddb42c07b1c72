import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { inputsFile, readInputs } from './inputs';
import { pageFile, renewPage } from './page';
import { reportPlace } from './report';

/**
 * `npm run scale`: what a place needs, how quickly it answers and what it costs, for all places or those that are named.
 * `--inputs <file>` reads other inputs; `--write` renews the figures in docs/scale.md.
 */
const { values, positionals } = parseArgs({
  options: { inputs: { type: 'string', default: inputsFile }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const inputs = readInputs(values.inputs);
if (values.write) {
  writeFileSync(
    pageFile,
    renewPage((name) => reportPlace(inputs, name)),
  );
} else {
  const names = positionals.length > 0 ? positionals : Object.keys(inputs.places);
  for (const name of names) process.stdout.write(`${name}\n\n${reportPlace(inputs, name)}\n`);
}
