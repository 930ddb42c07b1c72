import { useTranslation } from 'react-i18next';

import type { NormOverview, Norms } from '@domain/api/norms';
import { maxPoolDataSets, writePoolChoice } from '@domain/pool/pool-choice';

import { comparePage, type NormAddress, writeNormAddress } from '~/components/norms/norm-address';
import { useNormWords } from '~/components/norms/norm-words';
import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { compareFormId } from '~/forms/standing-fields';
import { paths } from '~/paths';

import { ChoiceForm } from './choice-form';
import { CurvesSection } from './curves-section';
import { SourcesSection } from './sources-section';
import { StandingAnswerSection } from './standing-answer';
import { StandingForm } from './standing-form';
import type { StandingReply } from './standing-reply.server';
import { PointsSection, StudiesSection } from './studies-section';
import { TestTiles } from './test-tiles';
import { FitSection, TrendSection } from './trend-section';

interface ComparePageProps {
  overview: NormOverview;
  address: NormAddress;
  /** Norms of the chosen result; null without one. */
  norms: Norms | null;
  /** Numbers of data sets that were chosen and are not there. Nothing is shown of the others until they are chosen. */
  gone: readonly number[];
  /** Answer to the form about a result; null before it is sent. */
  reply: StandingReply | null;
  /** Address of the site. */
  origin: string;
  /** What is wrong with the choice, of which nothing is shown then, and the choice as it was typed; null if nothing is. */
  errors: readonly FormError[];
  typed: URLSearchParams | null;
}

/** Everything on the page of comparisons. Only the server renders it. */
export function ComparePage({ overview, address, norms, gone, reply, origin, typed, ...wrong }: ComparePageProps) {
  const { t } = useTranslation('compare');
  const page = comparePage(address);
  const errors = [...wrong.errors, ...useGoneErrors(gone)];
  return (
    <Form id={compareFormId} action={page} method="post" autoComplete="off">
      <h1>{t('heading')}</h1>
      <ErrorSummary errors={[...errors, ...(reply?.errors ?? [])]} />
      {gone.length > 0 ? (
        <p>
          <a href={page}>{t(address.choice.dataSets.length > 0 ? 'toOthers' : 'toAll')}</a>
        </p>
      ) : null}
      {reply?.answer ? <StandingAnswerSection answer={reply.answer} /> : null}
      <p className="lead">{t('lead')}</p>
      <ul className="compare-links">
        <li>
          <a href="#standing">{t('standingLink')}</a>
        </li>
        <li>
          <a href={paths.compareClass()}>{t('classLink')}</a>
        </li>
        <li>
          <a href={norms ? poolOf(norms) : paths.pool()}>{t('poolLink')}</a>
        </li>
        <li>
          <a href={paths.compareMethod()}>{t('methodLink')}</a>
        </li>
      </ul>
      {overview.version === null ? <p className="notice">{t('noneYet')}</p> : null}
      {norms ? null : <Tiles overview={overview} isOpen />}
      <ChoiceForm overview={overview} address={address} norms={norms} errors={errors} typed={typed} />
      {norms && errors.length === 0 ? (
        <NormSections norms={norms} overview={overview} address={address} origin={origin} />
      ) : null}
      <StandingForm
        overview={overview}
        shown={address.test ?? ''}
        entries={reply?.entries ?? []}
        errors={reply?.errors ?? []}
      />
      {norms ? <Tiles overview={overview} isOpen={false} /> : null}
    </Form>
  );
}

/** Names chosen data sets that are not there. */
function useGoneErrors(gone: readonly number[]): FormError[] {
  const { t } = useTranslation('pool');
  if (gone.length === 0) return [];
  return [{ fieldId: null, message: t('sets.gone', { count: gone.length, numbers: gone.join(', ') }) }];
}

/** The form for one table of the data sets behind the curves, with the same choice. */
function poolOf({ test: { test }, choice, sources }: Norms): string {
  const { sex, ages, years, countries } = choice;
  const dataSets = sources.flatMap(({ kind, nr }) => (kind === 'raw' ? [nr] : [])).slice(0, maxPoolDataSets);
  const rows = { dataSets, tests: [test], ages, sexes: sex === null ? [] : [sex], years, countries };
  return paths.pool(String(new URLSearchParams(writePoolChoice(rows))));
}

/** All tests: at once where none is chosen, otherwise on demand. */
function Tiles({ overview, isOpen }: { overview: NormOverview; isOpen: boolean }) {
  const { t } = useTranslation('compare');
  if (isOpen) return <TestTiles overview={overview} />;
  return (
    <details>
      <summary>{t('tiles.others')}</summary>
      <TestTiles overview={overview} />
    </details>
  );
}

interface NormSectionsProps extends Pick<ComparePageProps, 'overview' | 'address' | 'origin'> {
  norms: Norms;
}

function NormSections({ norms, overview, address, origin }: NormSectionsProps) {
  const { test, choice } = address;
  const query = writeNormAddress(address);
  const permanent = origin + comparePage({ test, choice: { ...choice, version: norms.version } });
  return (
    <>
      <VersionNote norms={norms} overview={overview} address={address} />
      <CurvesSection norms={norms} query={query} />
      <StudiesSection norms={norms} query={query} />
      <PointsSection norms={norms} query={query} />
      <TrendSection norms={norms} query={query} />
      <FitSection norms={norms} query={query} />
      {norms.sources.length > 0 ? (
        <SourcesSection norms={norms} query={query} origin={origin} permanent={permanent} />
      ) : null}
    </>
  );
}

/** Which curves are shown, whether there are newer ones, and what has been withdrawn since. */
function VersionNote({ norms, overview, address }: Omit<NormSectionsProps, 'origin'>) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const { version, sourcesInAll, gone } = norms;
  const { raw, beside } = sourcesInAll;
  const listed = (dataSets: readonly number[]) => dataSets.map((nr) => words.number(nr)).join(', ');
  const newest = comparePage({ ...address, choice: { ...address.choice, version: null } });
  return (
    <>
      {version === overview.version ? (
        <p className="hint">
          {raw > 0
            ? t('shownVersion', { version: words.version(version), sets: words.sets(raw) })
            : t('shownBare', { version: words.version(version) })}{' '}
          {beside > 0 ? t('beside', { sets: words.sets(beside) }) : null}
        </p>
      ) : (
        <p className="notice">
          {t('old', { version: words.version(version, overview.version) })} <a href={newest}>{t('toNewest')}</a>
        </p>
      )}
      {gone.length > 0 ? <p className="notice">{t('gone', { count: gone.length, numbers: listed(gone) })}</p> : null}
    </>
  );
}
