import { expect, test } from 'vitest';

import { type Component, completeSbom, licenceOfComponent } from './complete-sbom';
import { isAcceptedLicence } from './licences';

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

const licenceOfList: [string, Component['licenses'], string, boolean][] = [
  ['one licence', [{ license: { id: 'MIT' } }], 'MIT', true],
  ['an expression', [{ expression: 'MIT OR GPL-3.0-only' }], 'MIT OR GPL-3.0-only', true],
  ['several', [{ license: { id: 'MIT' } }, { license: { id: 'GPL-3.0-only' } }], '(MIT) AND (GPL-3.0-only)', false],
  ['several with a name', [{ license: { id: 'MIT' } }, { license: { name: 'Ours' } }], '(MIT) AND (Ours)', false],
  [
    'an accepted one and a choice',
    [{ license: { id: 'MIT' } }, { expression: 'ISC OR GPL-3.0-only' }],
    '(MIT) AND (ISC OR GPL-3.0-only)',
    true,
  ],
];
test.each(licenceOfList)('all licences of a list count: %s', (_, licenses, licence, isAccepted) => {
  expect(licenceOfComponent({ name: 'one', version: '1.0.0', licenses })).toBe(licence);
  expect(isAcceptedLicence(licence)).toBe(isAccepted);
});
