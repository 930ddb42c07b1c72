import { expect, test } from 'vitest';

import type { MetadataEntry } from './api/metadata';
import { comparedEmail } from './text';
import { fieldIds } from './metadata/field-ids';
import { reviewStanding } from './review-standing';

test.each(['\u200B', '\u00AD', '\u2060', '\uFEFF', '\u034F', '\uFE0F'])(
  'an e-mail address is the same with the invisible character %j in it',
  (sign) => {
    expect(comparedEmail(` ${sign} Expert1${sign}@example.org${sign} `)).toBe('expert1@example.org');
    const contact: MetadataEntry = {
      id: fieldIds.contactEmail,
      name: 'E-mail',
      values: [`expert1${sign}@example.org`],
    };
    const expert = { subject: 'expert1', email: 'expert1@example.org' };
    expect(reviewStanding(expert, { owner: 'somebody', metadata: [contact] })).toBe('named');
  },
);
