import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, useTranslation } from 'react-i18next';

import type { Norms } from '@domain/api/norms';
import type { Language } from '@domain/language-code';

import { edgesOf } from '~/components/norms/curve-geometry';
import { comparePage, noChoice } from '~/components/norms/norm-address';
import { useNormWords } from '~/components/norms/norm-words';
import { SmallCurves } from '~/components/norms/small-curves';
import { i18nOf } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readNormOverview, readNorms } from '~/repository-client/norms';
import type { RepositoryTransport } from '~/repository-client/transport';

import { curveId } from './curve-section';

/** The last one that was drawn in each language, which is that of nearly every start page of its day. */
const drawn = new WeakMap<RepositoryTransport, Map<Language, { name: string; html: string }>>();

/**
 * The curve of the day as our own markup, so that the browser needs neither its data nor its texts and components; '' if there is
 * none. It is drawn once for each version, day and language, and again when a data set of the version is withdrawn.
 */
export async function findCurveOfTheDay(context: LoadContext): Promise<string> {
  const { language, repository } = context;
  const { testOfTheDay, version, gone, tests } = await readNormOverview(context);
  if (testOfTheDay === null) return '';
  const name = `${version} ${testOfTheDay} ${gone.join()}`;
  const byLanguage = drawn.get(repository) ?? new Map();
  drawn.set(repository, byLanguage);
  const known = byLanguage.get(language);
  if (known?.name === name) return known.html;
  const norms = await readNorms(context, testOfTheDay, noChoice);
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <CurveOfTheDay norms={norms} />
    </I18nextProvider>,
  );
  // A database for reading may be behind the one that told of the version.
  const told = tests.find(({ key }) => key === testOfTheDay);
  const isCurrent = norms.version === version && norms.sourcesInAll.raw === told?.dataSets;
  if (isCurrent) byLanguage.set(language, { name, html });
  return html;
}

function CurveOfTheDay({ norms: { test, groups, sourcesInAll } }: { norms: Norms }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const curved = groups
    .filter(({ curves }) => curves.length > 0)
    .map((group) => ({ ...group, ages: group.ages.filter(({ smooth }) => smooth !== null) }));
  const edges = edgesOf({ groups: curved, points: [] });
  if (!edges) return null;
  const sets = words.sets(sourcesInAll.raw);
  return (
    <>
      <h2 id={curveId}>{t('day.heading')}</h2>
      <p>{t('day.text', { test: test.label, sets })}</p>
      <div className="norm-small">
        {curved.map((group) => (
          <SmallCurves key={group.sex} test={test} group={group} edges={edges} />
        ))}
      </div>
      <p className="actions">
        <a href={comparePage({ test: test.key, choice: noChoice })}>{t('day.link', { test: test.label })}</a>
        <a href={paths.compare()}>{t('day.all')}</a>
      </p>
    </>
  );
}
