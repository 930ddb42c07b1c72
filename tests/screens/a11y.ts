import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Assessment } from '../../app/routes/info.$page/accessibility.server';
import { axeRules } from '../e2e/support/journey';
import { languages } from '../e2e/support/words';
import { projectRoot } from '../support/imports';
import { screens } from './catalogue';
import { surveyScreen } from './survey';
import { withScreens } from './with-screens';

const file = path.join(projectRoot, 'app/routes/info.$page/accessibility.json');

/**
 * `npm run a11y`: examines every screen in both languages and colour schemes, and writes the figures for the
 * accessibility statement. Run it for a release. `npm run a11y -- <screen> ...` examines only the named screens and
 * writes nothing. Exits with 1 if there are findings.
 */
const wanted = process.argv.slice(2);
const due = screens.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const findings: Assessment['findings'] = [];
let combinations = 0;

await withScreens(async (walk) => {
  for (const screen of due) {
    const before = findings.length;
    for (const language of languages) {
      for (const { scheme, findings: found } of await surveyScreen(walk, screen, language)) {
        combinations += 1;
        for (const { rule, targets } of found) {
          findings.push({ screen: screen.id, rule, language, scheme });
          process.stdout.write(`  ${language} ${scheme} ${rule}: ${targets.join(' | ')}\n`);
        }
      }
    }
    process.stdout.write(`${screen.id}\t${findings.length - before || 'no'} findings\n`);
  }
});

if (wanted.length === 0) {
  const date = new Date().toISOString().slice(0, 10);
  const tool = `axe-core ${axeVersion()}`;
  const rules = axeRules.join(', ');
  const assessment: Assessment = { date, tool, rules, screens: due.length, combinations, findings };
  writeFileSync(file, `${JSON.stringify(assessment, null, 2)}\n`);
}
process.exitCode = findings.length > 0 ? 1 : 0;

function axeVersion(): string {
  const manifest = path.join(projectRoot, 'node_modules/axe-core/package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
