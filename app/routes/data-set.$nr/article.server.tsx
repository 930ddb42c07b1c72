import { useTranslation } from 'react-i18next';

import type { DataSetNorms } from '@domain/api/norms';
import type { PublishedDistributions } from '@domain/api/published-distributions';
import type { PublishedFiles } from '@domain/api/published-files';
import type { Quality } from '@domain/api/quality';
import type { DataSet, PublishedTables, Related } from '@domain/api/search';
import type { RowWindow } from '@domain/api/uploads';
import type { DataSetUse } from '@domain/api/use';
import type { DataSetVersions, OwnDataSet } from '@domain/api/versions';
import { formatDay } from '@domain/formats';
import { asksForLicenceForm } from '@domain/licences';
import { includesRight } from '@domain/life/co-authors';

import { CiteSection } from '~/components/data-set/cite-section';
import { ContentsSection } from '~/components/data-set/contents-section';
import { CorrectionsSection } from '~/components/data-set/corrections-section';
import { FilesSection } from '~/components/data-set/files-section';
import { NormsSection } from '~/components/data-set/norms-section';
import { PicturesSection } from '~/components/data-set/pictures-section';
import { QualitySection } from '~/components/data-set/quality-section';
import { UseSection } from '~/components/data-set/use-section';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import type { CorrectionPage } from '~/repository-client/search';

import { ActsSection } from './acts-section';
import type { Cited } from './cited.server';
import { AbstractSection, CollectedSection, OtherMetadata } from '~/components/data-set/described-sections';
import { PreviewSection } from './preview-section';
import { RelatedSection } from './related-sections';
import { TitleBlock } from './title-block';
import { VariablesSection } from '~/components/data-set/variables-section';
import { NewerVersion, VersionsSection } from './versions-section';

/** What the page shows besides the description. Parts are null while they are not available. */
export interface ArticleParts {
  tables: PublishedTables;
  /** First rows of the first table. */
  firstRows: RowWindow | null;
  distributions: PublishedDistributions | null;
  /** Where it lies in the norms of its tests. */
  norms: DataSetNorms | null;
  quality: Quality | null;
  files: PublishedFiles | null;
  related: Related | null;
  use: DataSetUse | null;
}

interface ArticleProps {
  dataSet: DataSet;
  cited: Cited;
  origin: string;
  isSignedIn: boolean;
  versions: DataSetVersions;
  corrections: CorrectionPage;
  /** The upload of the data set, if it is the reader's own or shared with them. */
  own: OwnDataSet | null;
  /** Null before the data is public. */
  parts: ArticleParts | null;
}

/** Everything about a data set, in the order in which readers ask for it. Only the server renders it. */
export function DataSetArticle(props: ArticleProps) {
  const { dataSet, cited, origin, isSignedIn, versions, corrections, own, parts } = props;
  const { row, fields, notYet } = dataSet;
  return (
    <>
      <NewerVersion nr={row.nr} listing={versions} />
      <TitleBlock dataSet={dataSet} cited={cited} isSignedIn={isSignedIn} />
      {own ? <OwnActs own={own} /> : null}
      {notYet ? <NotYet {...notYet} /> : null}
      <AbstractSection fields={fields} />
      {parts ? <ContentsSection dataSet={dataSet} distributions={parts.distributions} /> : null}
      {parts?.distributions ? <PicturesSection nr={row.nr} distributions={parts.distributions} /> : null}
      {parts?.norms ? <NormsSection norms={parts.norms} isBelowResults={hasHistograms(parts.distributions)} /> : null}
      <CiteSection dataSet={dataSet} />
      {parts ? (
        <>
          <PreviewSection row={row} tables={parts.tables} window={parts.firstRows} isSignedIn={isSignedIn} />
          <VariablesSection tables={parts.tables} sourceLanguage={row.dataLanguage} />
          <QualitySection quality={parts.quality} sourceLanguage={row.dataLanguage} />
        </>
      ) : null}
      <CollectedSection fields={fields} />
      {parts ? <DataFiles row={row} parts={parts} origin={origin} /> : null}
      <VersionsSection dataSet={dataSet} cited={cited} listing={versions} />
      <CorrectionsSection nr={row.nr} listing={corrections} />
      {dataSet.acts.length > 0 ? <ActsSection acts={dataSet.acts} /> : null}
      {parts ? <RelatedSection related={parts.related} cited={cited} /> : null}
      {parts?.use ? <UseSection use={parts.use} /> : null}
      <OtherMetadata fields={fields} />
    </>
  );
}

const hasHistograms = (distributions: PublishedDistributions | null) =>
  distributions?.tests.some(({ histogram }) => histogram !== null) ?? false;

function DataFiles({
  row: { nr, rights },
  origin,
  parts: { files, tables },
}: {
  row: DataSet['row'];
  origin: string;
  parts: ArticleParts;
}) {
  const { t } = useTranslation('data-set');
  if (files === null) return <p className="notice">{t('away')}</p>;
  // Also for those who have answered it: programs and plain links to the API have no session.
  const needsForm = asksForLicenceForm(rights);
  return <FilesSection nr={nr} files={files} tables={tables} needsForm={needsForm} origin={origin} />;
}

/** What the contributor, or a co-author, can do with the data set. */
function OwnActs({ own: { id, right, open, isContinuable } }: { own: OwnDataSet }) {
  const { t } = useTranslation('versions');
  if (!includesRight(right, 'submit')) return <p className="notice">{t('page.shared')}</p>;
  return (
    <div className="notice">
      <p>{t(right === 'own' ? 'page.own' : 'page.shared')}</p>
      <ul>
        <li>
          <a href={paths.correctMetadata(id)}>{t('data-set:correct')}</a>
        </li>
        {open ? (
          <li>
            <a href={paths.uploadSubmit(open.id)}>{t('page.continue')}</a>
          </li>
        ) : isContinuable ? (
          <li>
            <a href={paths.newVersion(id)}>{t('page.begin')}</a>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

function NotYet({ until }: NonNullable<DataSet['notYet']>) {
  const { t } = useTranslation('data-set');
  const language = useLanguage();
  return (
    <p className="notice">
      {until === '' ? t('notYet') : t('embargo', { until: formatDay(until.split('-'), language) })}
    </p>
  );
}
