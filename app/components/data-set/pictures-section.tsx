import { useTranslation } from 'react-i18next';

import type { PublishedDistributions, ShownTest } from '@domain/api/published-distributions';
import { minPersonsPerQuartile } from '@domain/limits';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { ranksOf, TestNumbers, wayOf } from './test-numbers';
import { AgePictures, SexPicture, useSexNames } from './test-picture';

/** More pictures, and beside more of them the numbers of the bars, would make the page heavy. Own estimate. */
const mostPictures = 16;
const mostWithBins = 8;

interface PicturesSectionProps {
  nr: number;
  distributions: PublishedDistributions;
}

/** The distributions of each test as small pictures, with their numbers on demand. */
export function PicturesSection({ nr, distributions }: PicturesSectionProps) {
  const { t } = useTranslation('published-distributions');
  const { without, tests, sexLabels } = distributions;
  if (without === null && tests.length === 0) return null;
  const reasons = { 'not-ready': 'notReady', 'took-too-long': 'tookTooLong', 'rows-missing': 'missing' } as const;
  const shown = tests.filter(({ histogram, curves }) => histogram ?? curves);
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures">{t('pictures.heading')}</h2>
      {without === null ? (
        <>
          <Introduction distributions={distributions} shown={shown} />
          <div className="distributions">
            {shown.slice(0, mostPictures).map((test) => (
              <TestFigure key={test.key} test={test} sexLabels={sexLabels} withBins={shown.length <= mostWithBins} />
            ))}
          </div>
          {shown.length > mostWithBins ? <ForPrograms nr={nr} more={shown.length - mostPictures} /> : null}
        </>
      ) : (
        <p>{t(`pictures.${reasons[without]}`)}</p>
      )}
    </section>
  );
}

/** Where the numbers are that the page leaves out, and how many tests have no picture. */
function ForPrograms({ nr, more }: { nr: number; more: number }) {
  const { t } = useTranslation('published-distributions');
  const language = useLanguage();
  return (
    <p>
      {more > 0 ? t('pictures.more', { count: more, number: formatNumber(more, language) }) : null}{' '}
      <a href={`/api/search/data/${nr}/distributions`}>{t('pictures.programs')}</a>
    </p>
  );
}

interface IntroductionProps {
  distributions: PublishedDistributions;
  shown: readonly ShownTest[];
}

function Introduction({ distributions: { leastPersons, sexLabels }, shown }: IntroductionProps) {
  const { t } = useTranslation('published-distributions');
  const nameOf = useSexNames(sexLabels);
  const isCoarse = leastPersons > 1;
  if (shown.length === 0) return isCoarse ? <p>{t('pictures.noCurves')}</p> : null;
  const sexes = new Set(shown.flatMap(({ curves }) => curves?.groups.map(({ sex }) => sex) ?? []));
  return (
    <>
      <p>
        {t(shown.some(({ histogram }) => histogram) ? 'pictures.introRaw' : 'pictures.introAgg')}{' '}
        {isCoarse ? t('pictures.coarse', { least: leastPersons, quartiles: minPersonsPerQuartile }) : null}
      </p>
      {sexes.size > 1 ? (
        <ul className="distribution-key curve-key" aria-label={t('pictures.key')}>
          {[...sexes].map((sex) => (
            <li key={sex}>
              <svg className="distribution-plot curves" width="24" height="16" aria-hidden="true">
                <g className={`curve-${sex ?? 'all'}`}>
                  <path className="middle" d="M0 8H24" />
                </g>
              </svg>
              {nameOf(sex)}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

interface TestFigureProps {
  test: ShownTest;
  sexLabels: PublishedDistributions['sexLabels'];
  withBins: boolean;
}

function TestFigure({ test, sexLabels, withBins }: TestFigureProps) {
  const { t } = useTranslation('published-distributions');
  const lines = test.curves?.groups[0]?.lines ?? [];
  return (
    <figure className="distribution">
      <figcaption>
        <span className="distribution-title">
          {test.unit === '' ? test.label : t('pictures.withUnit', { label: test.label, unit: test.unit })}
        </span>
        {test.histogram ? null : (
          <span className="distribution-column">
            {t(`pictures.ways.${wayOf(lines)}`, { ranks: ranksOf(lines).join(', ') })}
          </span>
        )}
      </figcaption>
      <SexPicture test={test} sexLabels={sexLabels} />
      <AgePictures test={test} sexLabels={sexLabels} />
      <TestNumbers test={test} sexLabels={sexLabels} withBins={withBins} />
    </figure>
  );
}
