import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { NormGroup, Norms } from '@domain/api/norms';
import { minPersonsPerCurveYear } from '@domain/norms/rules';

import { type Edges, edgesOf } from '~/components/norms/curve-geometry';
import { CurvePicture } from '~/components/norms/curve-picture';
import { FileLinks } from '~/components/norms/file-links';
import { PercentileTable } from '~/components/norms/percentile-table';

/** The pictures of the sexes, side by side and on the same scales, and the table with all of their numbers. */
export function CurvesSection({ norms, query }: { norms: Norms; query: string }) {
  const { t } = useTranslation('compare');
  const { test, groups } = norms;
  const edges = edgesOf(norms);
  if (!edges) return <p className="notice">{t('noneOfTest')}</p>;
  const drawn = groups.filter(({ ages }) => ages.length > 0);
  return (
    <section aria-labelledby="curves">
      <h2 id="curves">{t('curves.headingOf', { test: test.label })}</h2>
      <p>{t(`curves.${test.better}`)}</p>
      <WithoutCurves groups={groups} />
      <div className="norm-pictures">
        {drawn.map((group) => (
          <CurveFigure key={group.sex} group={group} norms={norms} edges={edges} query={query} />
        ))}
      </div>
      <Key hasPoints={norms.points.length > 0} />
      {drawn.length > 0 ? <PercentileTable norms={{ test, groups: drawn }} /> : null}
      <FileLinks file="percentiles" query={query} />
    </section>
  );
}

/** Says which of the sexes has no curve, and why. */
function WithoutCurves({ groups }: { groups: readonly NormGroup[] }) {
  const { t } = useTranslation('compare');
  const without = groups.filter(({ curves }) => curves.length === 0);
  const least = minPersonsPerCurveYear;
  if (without.length === groups.length) return <p className="notice">{t('curves.none', { least })}</p>;
  return without.map(({ sex, label }) => (
    <p key={sex} className="notice">
      {t('curves.noneOf', { sex: label, least })}
    </p>
  ));
}

interface CurveFigureProps {
  group: NormGroup;
  norms: Norms;
  edges: Edges;
  query: string;
}

/** A picture, the values at an age (for script, which shows them), and its files. */
function CurveFigure({ group, norms: { test, points, version }, edges, query }: CurveFigureProps) {
  const { t } = useTranslation('compare');
  const ages = group.ages.map(({ age }) => age).filter((age) => age >= edges.ages.start && age < edges.ages.end);
  const id = `age-${group.sex}`;
  return (
    <figure className="norm-figure" data-sex={group.sex} data-start={edges.ages.start} data-end={edges.ages.end}>
      <CurvePicture test={test} group={group} points={points} edges={edges} version={version} />
      <div className="norm-pointed">
        <label htmlFor={id}>
          {t('curves.pointed')}
          <span className="visually-hidden"> ({group.label})</span>
        </label>
        <input id={id} type="range" min={ages[0]} max={ages.at(-1)} defaultValue={ages[0]} />
        <output htmlFor={id} />
      </div>
      <FileLinks file={group.sex === 'f' ? 'curves-f' : 'curves-m'} query={query} />
    </figure>
  );
}

function Key({ hasPoints }: { hasPoints: boolean }) {
  const { t } = useTranslation('compare');
  return (
    <ul className="norm-key" aria-label={t('curves.key')}>
      <KeyEntry text={t('curves.keyLines')}>
        <path className="norm-middle" d="M0 8H24" />
      </KeyEntry>
      <KeyEntry text={t('curves.keyDots')}>
        <circle className="norm-dot" cx="12" cy="8" r="2" />
      </KeyEntry>
      {hasPoints ? (
        <KeyEntry text={t('curves.keyPoints')}>
          <circle className="norm-point" cx="12" cy="8" r="5" />
        </KeyEntry>
      ) : null}
      <KeyEntry text={t('curves.keyBars')}>
        <rect className="norm-bar" x="6" y="2" width="10" height="13" />
      </KeyEntry>
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
