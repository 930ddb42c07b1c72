import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';

import type { Norms } from '@domain/api/norms';
import type { Language } from '@domain/language-code';

import { edgesOf } from '~/components/norms/curve-geometry';
import { comparePage, noChoice } from '~/components/norms/norm-address';
import { SmallCurves } from '~/components/norms/small-curves';
import { i18nOf } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { readNormOverview, readNorms } from '~/repository-client/norms';
import type { RepositoryTransport } from '~/repository-client/transport';

/** The curve that the start page shows today. */
export interface CurveOfTheDay {
  test: string;
  page: string;
  /** Number of data sets behind it. */
  dataSets: number;
  /** Its pictures as markup, so that the browser needs neither their data nor their components. */
  html: string;
}

/** The last one that was drawn in each language, which is that of nearly every start page of its day. */
const drawn = new WeakMap<RepositoryTransport, Map<Language, { name: string; curve: CurveOfTheDay | null }>>();

/** The curve of the day; null if there is none. It is drawn once for each version, day and language. */
export async function findCurveOfTheDay(context: LoadContext): Promise<CurveOfTheDay | null> {
  const { language, repository } = context;
  const { testOfTheDay, version } = await readNormOverview(context);
  if (testOfTheDay === null) return null;
  const name = `${version} ${testOfTheDay}`;
  const byLanguage = drawn.get(repository) ?? new Map();
  drawn.set(repository, byLanguage);
  const known = byLanguage.get(language);
  if (known?.name === name) return known.curve;
  const curve = drawCurve(await readNorms(context, testOfTheDay, noChoice), context);
  byLanguage.set(language, { name, curve });
  return curve;
}

function drawCurve({ test, groups, sources }: Norms, { language }: LoadContext): CurveOfTheDay | null {
  const curved = groups
    .filter(({ curves }) => curves.length > 0)
    .map((group) => ({ ...group, ages: group.ages.filter(({ smooth }) => smooth !== null) }));
  const edges = edgesOf({ groups: curved, points: [] });
  if (!edges) return null;
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      {curved.map((group) => (
        <SmallCurves key={group.sex} test={test} group={group} edges={edges} />
      ))}
    </I18nextProvider>,
  );
  const page = comparePage({ test: test.key, choice: noChoice });
  return { test: test.label, page, dataSets: sources.length, html };
}
