import { useTranslation } from 'react-i18next';

import type { Norms } from '@domain/api/norms';
import { normPercentiles, type NormSex } from '@domain/norms/age-groups';
import { wholePercentile } from '@domain/norms/rules';

import { FileLinks } from '~/components/norms/file-links';
import { useNormWords } from '~/components/norms/norm-words';
import { None } from '~/components/norms/percentile-table';
import { KeyMark } from '~/components/norms/point-marks';
import { drawTrend, trendLook, TrendPicture, trendShapes } from '~/components/norms/trend-picture';
import { ScrollTable } from '~/components/scroll-area';

import { KeyEntry } from './curves-section';

/** How results change over the years of the tests, given age. */
export function TrendSection({ norms, query }: { norms: Norms; query: string }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const { trend, test } = norms;
  const drawn = drawTrend(trend);
  if (trend.length === 0) return null;
  const heads = [
    t('trend.year'),
    ...(['sex', 'n', 'median', 'standing'] as const).map((column) => t(`studies.${column}`)),
  ];
  return (
    <section aria-labelledby="trend">
      <h2 id="trend">{t('trend.heading')}</h2>
      <p>{t('trend.intro')}</p>
      {drawn ? (
        <figure className="norm-figure norm-trend">
          <TrendPicture norms={norms} />
          <TrendKey sexes={drawn.lines.map(({ sex }) => sex)} />
        </figure>
      ) : null}
      <ScrollTable label={t('trend.caption')} heads={heads} numeric={heads.slice(2)} className="norm-studies">
        <tbody>
          {trend.map(({ year, sex, persons, median, standing }) => (
            <tr key={`${year} ${sex}`}>
              <th scope="row">{year}</th>
              <td>{t(`form.sexes.${sex}`)}</td>
              <td className="numeric">{words.number(persons)}</td>
              <td className="numeric">{median === null ? <None /> : words.measured(median, test)}</td>
              <td className="numeric">{standing === null ? <None /> : wholePercentile(standing)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <FileLinks file="trend" query={query} />
    </section>
  );
}

function TrendKey({ sexes }: { sexes: readonly NormSex[] }) {
  const { t } = useTranslation('compare');
  return (
    <ul className="norm-key" aria-label={t('trend.key')}>
      {sexes.map((sex) => (
        <KeyEntry key={sex} text={t(`form.sexes.${sex}`)}>
          <path className={`norm-${trendLook[sex]}`} d="M0 8H24" />
          <KeyMark look="own" shape={trendShapes[sex]} isSmall />
        </KeyEntry>
      ))}
    </ul>
  );
}

/** How well the curves fit: the share of the results below each of them. */
export function FitSection({ norms: { groups }, query }: { norms: Norms; query: string }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const fitted = groups.flatMap(({ sex, label, fit }) => (fit ? [{ sex, label, fit }] : []));
  if (fitted.length === 0) return null;
  const heads = [t('studies.sex'), t('fit.n'), ...normPercentiles.map((percentile) => `P${percentile}`)];
  const share = (percent: number) => `${words.number(Math.round(percent * 10) / 10)}\u00a0%`;
  return (
    <section aria-labelledby="fit">
      <h2 id="fit">{t('fit.heading')}</h2>
      <p>{t('fit.intro')}</p>
      <ScrollTable label={t('fit.caption')} heads={heads} numeric={heads.slice(1)} className="norm-studies">
        <tbody>
          {fitted.map(({ sex, label, fit: { persons, below } }) => (
            <tr key={sex}>
              <th scope="row">{label}</th>
              <td className="numeric">{words.number(persons)}</td>
              {below.map((percent, at) => (
                <td key={at} className="numeric">
                  {percent === null ? <None /> : share(percent)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <dl className="facts">
        {fitted.map(({ sex, label, fit: { degreesOfFreedom } }) => (
          <div key={sex}>
            <dt>
              {t('fit.degrees')}, {label}
            </dt>
            <dd>{t('fit.degreesOf', freedomIn(degreesOfFreedom, words.number))}</dd>
          </div>
        ))}
      </dl>
      <FileLinks file="fit" query={query} />
    </section>
  );
}

type Freedom = NonNullable<Norms['groups'][number]['fit']>['degreesOfFreedom'];

function freedomIn({ l, m, s }: Freedom, number: (value: number) => string) {
  const shown = (value: number) => number(Math.round(value * 10) / 10);
  return { l: shown(l), m: shown(m), s: shown(s) };
}
