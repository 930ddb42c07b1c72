import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { completeSbom, licenceOfComponent, type Sbom } from './complete-sbom';

/**
 * `npm run build:inventory` writes what the product is made of: `build/sbom.cdx.json` (CycloneDX) and
 * `build/dependencies.csv` with the licence of each package. Both from the lock file, without what only builds and tests
 * need.
 */
const root = path.resolve(import.meta.dirname, '../..');
const given = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx'];
const output = execFileSync('npm', [...given, '--sbom-type', 'application'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const { name: productName } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name: string };
const sbom = completeSbom(JSON.parse(output) as Sbom, productName);
writeFileSync(path.join(root, 'build/sbom.cdx.json'), JSON.stringify(sbom, null, 2));
const lines = sbom.components.map((component) => {
  return [component.name, component.version, licenceOfComponent(component)].join(',');
});
writeFileSync(path.join(root, 'build/dependencies.csv'), ['name,version,licence', ...lines.sort(), ''].join('\n'));
