import { expect, test } from 'vitest';

import { contentTag } from '../../content-tag';
import { vocabulary } from '../../vocabulary';
import { rules } from '.';
import { rulesVersion } from './rules-version';

/** What the version stands for. Wording, order and how a rule is computed are no part of it. */
function describeRules() {
  const targets = [...vocabulary.targets.raw.values(), ...vocabulary.targets.agg.values()];
  return {
    rules: rules
      .map(({ id, scope, kinds, overridable }) => [id, scope, kinds.toSorted(), overridable].join(' '))
      .sort(),
    limits: targets
      .filter(({ warn, hard }) => warn ?? hard)
      .map(({ key, warn, hard, step }) => [key, warn?.min, warn?.max, hard?.min, hard?.max, step].join(' '))
      .sort(),
  };
}

test('the rules have a new version when they, or the limits of the vocabulary, change', () => {
  // Changed on purpose? Set rulesVersion to the day of the change, and put the new pair here.
  expect({ rulesVersion, rules: contentTag(describeRules()) }).toEqual({
    rulesVersion: '2026-11-25',
    rules: '5s5pKUXtjJMq9hQs25JPjc',
  });
});
