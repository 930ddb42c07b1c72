import { useTranslation } from 'react-i18next';

import { minPersonsPerCurveYear, wholePercentile, wordsOfStanding } from '@domain/norms/rules';

import { useNormWords } from '~/components/norms/norm-words';
import { Facts } from '~/components/facts';
import { paths } from '~/paths';

import { ResultPicture } from './result-picture';
import type { StandingAnswer } from './standing-reply.server';

/** From this age on, people are called women and men. */
const adultAge = 18;

/** Where the result stands, in words and numbers, or why there is no answer. It has the focus. */
export function StandingAnswerSection({ answer }: { answer: StandingAnswer }) {
  const { t } = useTranslation('compare');
  const isPlaced = answer.standing.percentile !== null;
  return (
    <section className={isPlaced ? 'notice notice-success' : 'notice'} aria-labelledby="answer" tabIndex={-1} autoFocus>
      <h2 id="answer">{t('standing.answer')}</h2>
      {isPlaced ? <Place answer={answer} /> : <NoPlace answer={answer} />}
      <p>
        <a href="#standing">{t('standing.another')}</a>
      </p>
      <p>
        <a href={paths.compareMethod()}>{t('methodLink')}</a>
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

function NoPlace({ answer }: { answer: StandingAnswer }) {
  const { t } = useTranslation('compare');
  const { ages, valueWithUnit } = useNormWords();
  const words = useGroupWords(answer);
  const sex = t(`form.sexes.${answer.sex}`);
  const { reason } = answer.standing;
  if (reason === 'impossible') return <p>{t('standing.impossible')}</p>;
  if (reason === 'between-counts')
    return <p>{t('standing.betweenCounts', { value: valueWithUnit(answer.value, answer.test) })}</p>;
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
  const group = useGroupWords(answer);
  const { percentile, percentiles, worse, same } = answer.standing;
  if (percentile === null || worse === null || same === null) return null;
  const { kind, ...shares } = wordsOfStanding({ percentile, worse, same });
  const percent = wholePercentile(percentile);
  return (
    <>
      <p className="lead">{t(`standing.${kind}`, { ...group, ...shares, percent })}</p>
      <PlaceFacts answer={answer} />
      {percentiles ? <ResultPicture answer={answer} percentiles={percentiles} /> : null}
    </>
  );
}

/** What was entered, its place in words and numbers, and the people and data sets behind it. */
function PlaceFacts({ answer: { test, value, version, sources, sourcesInAll, standing } }: { answer: StandingAnswer }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const behind = { n: words.number(standing.persons), sets: words.sets(sourcesInAll) };
  const entered = { test: test.label, value: words.valueWithUnit(value, test) };
  const median = standing.median === null ? '' : words.nearestWithUnit(standing.median, test);
  return (
    <Facts
      facts={[
        [t('standing.entered'), t('standing.enteredValue', entered)],
        [t('standing.band'), standing.band === null ? '' : t(`bands.${standing.band}`)],
        [t('standing.percentile'), `P${wholePercentile(standing.percentile ?? 0)}`],
        [t('standing.median'), median],
        [t('standing.behind'), t('standing.behindValue', behind)],
        [t('standing.sources'), <Sources key="sources" sources={sources} all={sourcesInAll} />],
        ...(version === null ? [] : [[t('form.version'), words.version(version)] as const]),
      ]}
    />
  );
}

/** Data sets by their titles; of many those with the most people, and how many more there are. */
function Sources({ sources, all }: Pick<StandingAnswer, 'sources'> & { all: number }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  return (
    <ul className="norm-sources">
      {sources.map(({ nr, title }) => (
        <li key={nr}>
          <a href={paths.dataSet(nr)}>{title}</a>
        </li>
      ))}
      {all > sources.length ? (
        <li>{t('standing.moreSources', { shown: words.number(all - sources.length) })}</li>
      ) : null}
    </ul>
  );
}
