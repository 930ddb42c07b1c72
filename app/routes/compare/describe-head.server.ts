import type { Norms } from '@domain/api/norms';

import { noChoice, writeNormAddress } from '~/components/norms/norm-address';
import { formatNumber } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';

/** What the head of the page is made of: the chosen result with all of its people, or comparisons in general. */
export function describeHead({ language }: LoadContext, norms: Norms | null) {
  const t = translate(language);
  if (!norms) return { title: t('compare:title'), description: t('compare:description'), query: '' };
  const values = { test: norms.test.label, n: formatNumber(norms.persons, language) };
  // A choice is a part of the whole, which is the page that search engines are to know.
  const query = `?${writeNormAddress({ test: norms.test.key, choice: noChoice })}`;
  return { title: t('compare:titleOf', values), description: t('compare:descriptionOf', values), query };
}
