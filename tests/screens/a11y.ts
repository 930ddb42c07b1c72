import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { AccessibilityResultsSchema, type AccessibilityResults } from '../../app/accessibility/accessibility-results';
import { axeRules } from '../e2e/support/journey';
import { languages } from '../e2e/support/words';
import { projectRoot } from '../support/imports';
import { screens } from './catalogue';
import { surveyScreen } from './survey';
import { withScreens } from './with-screens';

const file = path.join(projectRoot, 'app/accessibility/accessibility.json');

/**
 * `npm run a11y -- [screen ...]`: looks at the named screens, or at all, and writes what it finds into
 * accessibility.json, which the accessibility statement shows. Run it for a release. Ends with 1 when
 * there are findings.
 */
const wanted = process.argv.slice(2);
const before = AccessibilityResultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const known = new Map(before.screens.map((entry) => [entry.screen, entry]));
const due = screens.filter(({ id }) => wanted.length === 0 || wanted.includes(id));

await withScreens(async (walk) => {
  for (const screen of due) {
    const results = [];
    for (const language of languages) results.push(...(await surveyScreen(walk, screen, language)));
    known.set(screen.id, { screen: screen.id, date: new Date().toISOString().slice(0, 10), results });
    const count = results.reduce((sum, { findings }) => sum + findings.length, 0);
    process.stdout.write(`${screen.id}\t${count === 0 ? 'no findings' : `${count} findings`}\n`);
    for (const { language, scheme, findings } of results) {
      for (const { rule, targets } of findings) {
        process.stdout.write(`  ${language} ${scheme} ${rule}: ${targets.join(' | ')}\n`);
      }
    }
  }
});

const results: AccessibilityResults = {
  tool: `axe-core ${axeVersion()}`,
  rules: axeRules,
  screens: screens.flatMap(({ id }) => known.get(id) ?? []),
};
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
process.exitCode = results.screens.some((entry) => entry.results.some(({ findings }) => findings.length > 0)) ? 1 : 0;

function axeVersion(): string {
  const manifest = path.join(projectRoot, 'node_modules/axe-core/package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
