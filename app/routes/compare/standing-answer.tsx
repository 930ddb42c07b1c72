import type { SVGProps } from 'react';
import { useTranslation } from 'react-i18next';

import { normPercentiles } from '@domain/norms/age-groups';
import { minPersonsPerCurveYear, wholePercentile, wordsOfStanding } from '@domain/norms/rules';

import { useNormWords } from '~/components/norms/norm-words';
import { useFrame } from '~/components/norms/picture-frame';
import { Facts } from '~/components/facts';
import { paths } from '~/paths';

import type { StandingAnswer } from './standing-reply.server';

/** From this age on, people are called women and men. */
const adultAge = 18;

/** Where the result stands, in words and numbers, or why there is no answer. It has the focus. */
export function StandingAnswerSection({ answer }: { answer: StandingAnswer }) {
  const { t } = useTranslation('compare');
  return (
    <section className="notice notice-success" aria-labelledby="answer" tabIndex={-1} autoFocus>
      <h2 id="answer">{t('standing.answer')}</h2>
      {answer.standing.percentile === null ? <NoCurve answer={answer} /> : <Place answer={answer} />}
      <p>
        <a href="#standing">{t('standing.another')}</a> <a href={paths.compareMethod()}>{t('methodLink')}</a>
      </p>
    </section>
  );
}

/** 'girls' and '10 years'; whole years, because that is how the curves are cut. */
function useGroupWords({ sex, age }: StandingAnswer) {
  const { t } = useTranslation('compare');
  const years = Math.floor(age);
  return {
    people: t(`standing.people.${years < adultAge ? (`${sex}Young` as const) : sex}`),
    age: t('standing.years', { count: years, age: years }),
  };
}

function NoCurve({ answer }: { answer: StandingAnswer }) {
  const { t } = useTranslation('compare');
  const { ages } = useNormWords();
  const words = useGroupWords(answer);
  const sex = t(`form.sexes.${answer.sex}`);
  if (answer.standing.median !== null) return <p>{t('standing.impossible')}</p>;
  return (
    <p>
      {t('standing.noCurve', { ...words, least: minPersonsPerCurveYear })}{' '}
      {answer.covered.length > 0
        ? t('standing.covered', { sex, ages: answer.covered.map(ages).join(', ') })
        : t('standing.coveredNone', { sex })}
    </p>
  );
}

function Place({ answer }: { answer: StandingAnswer }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const group = useGroupWords(answer);
  const { test, value, version, sources, standing } = answer;
  const { percentile, worse, same } = standing;
  if (percentile === null || worse === null || same === null) return null;
  const { kind, ...shares } = wordsOfStanding({ percentile, worse, same });
  const percent = wholePercentile(percentile);
  return (
    <>
      <p className="lead">{t(`standing.${kind}`, { ...group, ...shares, percent })}</p>
      <Facts
        facts={[
          [t('standing.entered'), t('standing.enteredValue', { test: test.label, value: words.valueWithUnit(value, test) })],
          [t('standing.band'), standing.band === null ? '' : t(`bands.${standing.band}`)],
          [t('standing.percentile'), `P${percent}`],
          [t('standing.median'), standing.median === null ? '' : withUnit(words.nearest(standing.median, test), test.unit)],
          [
            t('standing.behind'),
            t('standing.behindValue', { n: words.number(standing.persons), sets: words.sets(standing.dataSets.length) }),
          ],
          [t('standing.sources'), <Sources key="sources" sources={sources} />],
          ...(version === null ? [] : [[t('form.version'), words.version(version)] as const]),
        ]}
      />
      {standing.percentiles ? <ResultPicture answer={answer} percentiles={standing.percentiles} /> : null}
    </>
  ); // prettier-ignore
}

const withUnit = (value: string, unit: string) => (unit === '' ? value : `${value}\u00a0${unit}`);

function Sources({ sources }: Pick<StandingAnswer, 'sources'>) {
  return (
    <ul className="norm-sources">
      {sources.map(({ nr, title }) => (
        <li key={nr}>
          <a href={paths.dataSet(nr)}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

/** Lines of text: names of percentiles, the line, and their values. */
const pictureLines = 4.4;

/** The result on a line with the percentiles at this age. The better end is at the right. */
function ResultPicture({ answer, percentiles }: { answer: StandingAnswer; percentiles: readonly number[] }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const { across, down, look } = useFrame();
  const { test, value } = answer;
  const ends = [percentiles[0]!, percentiles.at(-1)!];
  const span = ends[1]! - ends[0]! || 1;
  const x = (one: number) => across(0.08 + Math.min(1.08, Math.max(-0.08, (one - ends[0]!) / span)) * 0.84);
  const named = normPercentiles.map((percentile, at) => `P${percentile}: ${words.nearest(percentiles[at]!, test)}`);
  const shown = { value: words.valueWithUnit(value, test), percentiles: named.join(', ') };
  const line = look('base') as SVGProps<SVGLineElement>;
  const scale = look('scale') as SVGProps<SVGTextElement>;
  return (
    <svg className="norm-picture norm-result" width="100%" height={down(pictureLines)} role="img" aria-label={t('standing.pictureLabel', shown)}>
      <line {...line} x1={across(0)} x2={across(1)} y1={down(2.1)} y2={down(2.1)} />
      {normPercentiles.map((percentile, at) => (
        <g key={percentile}>
          <line {...line} x1={x(percentiles[at]!)} x2={x(percentiles[at]!)} y1={down(1.6)} y2={down(2.6)} />
          {percentile === 10 || percentile === 90 ? null : (
            <>
              <text {...scale} x={x(percentiles[at]!)} y={down(1.2)} textAnchor="middle">
                {`P${percentile}`}
              </text>
              <text {...scale} x={x(percentiles[at]!)} y={down(4)} textAnchor="middle">
                {words.nearest(percentiles[at]!, test)}
              </text>
            </>
          )}
        </g>
      ))}
      <circle {...(look('own') as SVGProps<SVGCircleElement>)} cx={x(value)} cy={down(2.1)} r={down(0.45)} />
    </svg>
  );
} // prettier-ignore
