import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { licenceOf } from './licences';

/**
 * `npm run build:inventory` writes what the product is made of: `build/sbom.cdx.json` (CycloneDX) and
 * `build/dependencies.csv` with the licence of each package. Both from the lock file, without what only builds and tests
 * need.
 */
const root = path.resolve(import.meta.dirname, '../..');
const given = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx'];
const sbom = execFileSync('npm', given, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
writeFileSync(path.join(root, 'build/sbom.cdx.json'), sbom);

interface Component {
  name: string;
  version: string;
  licenses?: { license?: { id?: string }; expression?: string }[];
}
const { components } = JSON.parse(sbom) as { components: Component[] };
const lines = components.map(({ name, version, licenses: [told] = [] }) => {
  return [name, version, licenceOf(name, told?.license?.id ?? told?.expression)].join(',');
});
writeFileSync(path.join(root, 'build/dependencies.csv'), ['name,version,licence', ...lines.sort(), ''].join('\n'));
