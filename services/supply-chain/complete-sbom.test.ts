import { expect, test } from 'vitest';

import { completeSbom } from './complete-sbom';

test('the SBOM is that of the product, and every package has its licence', () => {
  const told = { name: 'pg', version: '8.0.0', licenses: [{ license: { id: 'MIT' } }] };
  const sbom = {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'a-folder', type: 'application' } },
    components: [told, { name: 'busboy', version: '1.6.0' }, { name: 'unknown', version: '1.0.0' }],
  };
  expect(completeSbom(sbom, 'motothek')).toEqual({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'motothek', type: 'application' } },
    components: [
      told,
      { name: 'busboy', version: '1.6.0', licenses: [{ license: { id: 'MIT' } }] },
      { name: 'unknown', version: '1.0.0' },
    ],
  });
});
