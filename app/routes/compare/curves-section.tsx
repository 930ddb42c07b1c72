import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { NormGroup, Norms } from '@domain/api/norms';
import { minPersonsPerCurveYear, runsOf } from '@domain/norms/rules';

import { type Edges, edgesOf, undrawnOf } from '~/components/norms/curve-geometry';
import { CurvePicture } from '~/components/norms/curve-picture';
import { type DrawnGroup, drawnGroups } from '~/components/norms/drawn-groups';
import { FileLinks } from '~/components/norms/file-links';
import { useNormWords } from '~/components/norms/norm-words';
import { PercentileTable } from '~/components/norms/percentile-table';
import { KeyMark, shapesOf } from '~/components/norms/point-marks';

/** The pictures of the sexes, side by side and on the same scales, and the table with all of their numbers. */
export function CurvesSection({ norms, query }: { norms: Norms; query: string }) {
  const { t } = useTranslation('compare');
  const { test, groups } = norms;
  const edges = edgesOf(norms);
  if (!edges) return <p className="notice">{t('noneOfTest')}</p>;
  const drawn = drawnGroups(norms, edges, t);
  const tabled = groups.filter(({ ages }) => ages.length > 0);
  return (
    <section aria-labelledby="curves">
      <h2 id="curves">{t('curves.headingOf', { test: test.label })}</h2>
      {groups.some(({ curves }) => curves.length > 0) ? <p>{t(`curves.${test.better}`)}</p> : null}
      <WithoutCurves groups={groups} />
      <div className="norm-pictures">
        {drawn.map((one) => (
          <CurveFigure key={one.group.sex} {...one} norms={norms} edges={edges} query={query} />
        ))}
      </div>
      <Undrawn norms={norms} edges={edges} />
      <Key drawn={drawn} norms={norms} />
      {tabled.length > 0 ? (
        <>
          <PercentileTable norms={{ test, groups: tabled }} />
          <FileLinks file="percentiles" query={query} />
        </>
      ) : null}
    </section>
  );
}

/** Says which of the sexes has no curve, and at which ages, and why: too few people, or results that no curve describes. */
function WithoutCurves({ groups }: { groups: readonly NormGroup[] }) {
  const { t } = useTranslation('compare');
  const { ages } = useNormWords();
  const least = minPersonsPerCurveYear;
  const without = groups.filter(({ curves }) => curves.length === 0);
  if (groups.every((group) => group.ages.length === 0)) return <p className="notice">{t('curves.aggregatedOnly')}</p>;
  if (without.length === groups.length && without.every((group) => undescribedAges(group).length === 0))
    return <p className="notice">{t('curves.none', { least })}</p>;
  return groups.map((group) => {
    const undescribed = undescribedAges(group);
    const hasCurves = group.curves.length > 0;
    if (hasCurves && undescribed.length === 0) return null;
    const reason = hasCurves ? 'undescribedAt' : undescribed.length === 0 ? 'noneOf' : 'undescribed';
    return (
      <p key={group.sex} className="notice">
        {t(`curves.${reason}`, { sex: group.label, least, ages: runsOf(undescribed).map(ages).join(', ') })}
      </p>
    );
  });
}

/** Ages with enough people for a curve, and none that describes their results. */
function undescribedAges({ ages }: NormGroup): number[] {
  return ages.filter(({ persons, smooth }) => persons >= minPersonsPerCurveYear && !smooth).map(({ age }) => age);
}

/** What the pictures leave out, because they are as wide as the curves, and whether their axis of ages is broken. */
function Undrawn({ norms, edges }: Pick<CurveFigureProps, 'norms' | 'edges'>) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const { ages, dataSets } = undrawnOf(norms, edges);
  const told = (years: readonly number[]) => runsOf(years).map(words.ages).join(', ');
  const parts = [
    ...(ages.length > 0 ? [t('curves.undrawnAges', { ages: told(ages) })] : []),
    ...dataSets.map((one) => t('curves.undrawnGroups', { title: titleIn(norms, one.nr), ages: told(one.ages) })),
  ];
  return (
    <>
      {edges.ages.length > 1 ? <p>{t('curves.broken')}</p> : null}
      {parts.length > 0 ? (
        <>
          <p>{t('curves.undrawn')}</p>
          <ul>
            {parts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

const titleIn = ({ sources }: Pick<Norms, 'sources'>, nr: number) =>
  sources.find((source) => source.nr === nr)?.title ?? String(nr);

interface CurveFigureProps extends DrawnGroup {
  norms: Norms;
  edges: Edges;
  query: string;
}

/** A picture, the values at an age (for script, which shows them), and its files. */
function CurveFigure({ group, drawing, norms: { test, points, version }, edges, query }: CurveFigureProps) {
  const ages = drawing.bars.map(({ age }) => age);
  return (
    <figure className="norm-figure" data-sex={group.sex}>
      <CurvePicture test={test} group={group} drawing={drawing} points={points} edges={edges} version={version} />
      {ages.length > 0 ? <PointedValues group={group} ages={ages} /> : null}
      <FileLinks file={group.sex === 'f' ? 'curves-f' : 'curves-m'} query={query} />
    </figure>
  );
}

/** The values at an age that is chosen, for script, which tells them. */
function PointedValues({ group: { sex, label }, ages }: { group: NormGroup; ages: readonly number[] }) {
  const { t } = useTranslation('compare');
  const id = `age-${sex}`;
  return (
    <div className="norm-pointed">
      <label htmlFor={id}>
        {t('curves.pointed')}
        <span className="visually-hidden"> ({label})</span>
      </label>
      <input id={id} type="range" min={ages[0]} max={ages.at(-1)} defaultValue={ages[0]} />
      <output htmlFor={id} />
    </div>
  );
}

interface KeyProps extends Pick<CurveFigureProps, 'norms'> {
  drawn: readonly DrawnGroup[];
}

/** What the marks mean, as far as the pictures have them. */
function Key({ drawn, norms }: KeyProps) {
  const { t } = useTranslation('compare');
  const drawings = drawn.map(({ drawing }) => drawing);
  const marked = new Set(drawings.flatMap(({ points }) => points.map(({ nr }) => nr)));
  return (
    <ul className="norm-key" aria-label={t('curves.key')}>
      {drawn.some(({ group }) => group.curves.length > 0) ? (
        <KeyEntry text={t('curves.keyLines')}>
          <path className="norm-middle" d="M0 8H24" />
        </KeyEntry>
      ) : null}
      {drawings.some(({ dots }) => dots.length > 0) ? (
        <KeyEntry text={t('curves.keyDots')}>
          <circle className="norm-dot" cx="12" cy="8" r="2" />
        </KeyEntry>
      ) : null}
      {drawings.some(({ bars }) => bars.length > 0) ? (
        <KeyEntry text={t('curves.keyBars')}>
          <rect className="norm-bar" x="6" y="2" width="10" height="13" />
        </KeyEntry>
      ) : null}
      {[...shapesOf(norms.points)]
        .filter(([nr]) => marked.has(nr))
        .map(([nr, shape]) => (
          <KeyEntry key={nr} text={t('curves.keyPoints', { title: titleIn(norms, nr) })}>
            <KeyMark look="point" shape={shape} />
          </KeyEntry>
        ))}
    </ul>
  );
}

/** An entry of a key: how something is drawn, and what it means. */
export function KeyEntry({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li>
      <svg className="norm-picture" width="24" height="16" aria-hidden="true">
        {children}
      </svg>
      {text}
    </li>
  );
}
