import { useTranslation } from 'react-i18next';

import type { DataSet } from '@domain/api/search';
import type { DataSetVersion, DataSetVersions } from '@domain/api/versions';
import { formatDay } from '@domain/formats';
import { fieldIds } from '@domain/metadata/field-ids';

import { cardRoles, ScrollTable } from '~/components/scroll-area';
import { DoiLink } from '~/components/search/doi-link';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { Address } from './address';
import type { Cited } from './cited.server';
import { WhatIsNew } from './what-is-new';

interface VersionsSectionProps {
  dataSet: DataSet;
  cited: Cited;
  listing: DataSetVersions;
}

/** All versions of the data set, the newest first, with what is new in each. */
export function VersionsSection({ dataSet: { row, fields }, cited, listing }: VersionsSectionProps) {
  const { t } = useTranslation(['data-set', 'versions']);
  const { concept, versions } = listing;
  const own = versions.flatMap(({ nr, doiUrl }) => [doiUrl, paths.dataSet(nr)]);
  // Versions elsewhere that the authors name.
  const hasSeveral = versions.length > 1;
  // The contributor's own count says more as long as there is one version.
  const typed = hasSeveral ? undefined : fields.find(({ id }) => id === fieldIds.version)?.values[0];
  const heads = [t('data-set:versions.version'), t('data-set:versions.date'), 'DOI'];
  const others = cited.otherVersions.filter(({ address }) => !own.some((one) => address.endsWith(one)));
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{t('data-set:versions.heading')}</h2>
      <ScrollTable
        label={t('data-set:versions.table')}
        isCards
        heads={hasSeveral ? [...heads, t('versions:page.new')] : heads}
      >
        <tbody {...cardRoles.group}>
          {versions.map((version) => (
            <VersionRow key={version.nr} version={version} listing={listing} shown={row.nr} typed={typed} />
          ))}
          {others.map(({ order, address }) => (
            <tr key={address} {...cardRoles.row}>
              <th scope="row" {...cardRoles.rowHead}>
                {t(`data-set:versions.${order}`)}
              </th>
              <td data-label={t('data-set:versions.date')} {...cardRoles.cell}>
                –
              </td>
              <td data-label="DOI" {...cardRoles.cell}>
                <Address>{address}</Address>
              </td>
              {hasSeveral ? (
                <td data-label={t('versions:page.new')} {...cardRoles.cell}>
                  –
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {concept ? (
        <p>
          {t('versions:page.concept')}{' '}
          <DoiLink
            doi={concept.doiIsTest ? concept.doi : concept.doiUrl}
            href={concept.doiUrl}
            isTest={concept.doiIsTest}
          />
        </p>
      ) : null}
    </section>
  );
}

interface VersionRowProps {
  version: DataSetVersion;
  listing: DataSetVersions;
  /** Number of the data set that the page shows. */
  shown: number;
  /** Name of the version, if it is not its number. */
  typed: string | undefined;
}

function VersionRow({ version, listing, shown, typed }: VersionRowProps) {
  const { t } = useTranslation(['data-set', 'versions']);
  const language = useLanguage();
  const { nr, date, doi, doiUrl, doiIsTest, isPublic, isWithdrawn } = version;
  const day = formatDay(date.split('-'), language);
  const name = typed ?? String(version.version);
  const marks = useMarks(version, listing, shown);
  return (
    <tr {...cardRoles.row}>
      <th scope="row" {...cardRoles.rowHead}>
        {nr === shown ? name : <a href={paths.dataSet(nr)}>{name}</a>}{' '}
        {marks.length > 0 ? `(${marks.join(', ')})` : null}
      </th>
      <td data-label={t('data-set:versions.date')} {...cardRoles.cell}>
        {isPublic || isWithdrawn ? day : t('versions:page.accepted', { date: day })}
      </td>
      <td data-label="DOI" {...cardRoles.cell}>
        {doi === '' ? '–' : <DoiLink doi={doi} href={doiUrl} isTest={doiIsTest} />}
      </td>
      {listing.versions.length > 1 ? (
        <td data-label={t('versions:page.new')} {...cardRoles.cell}>
          <WhatIsNew version={version} />
        </td>
      ) : null}
    </tr>
  );
}

/** What there is to say about a version, in a few words each. */
function useMarks(
  { nr, isWithdrawn, isPublic }: DataSetVersion,
  { newest, versions }: DataSetVersions,
  shown: number,
): string[] {
  const { t } = useTranslation('versions');
  return [
    ...(nr === shown ? [t('page.shown')] : []),
    ...(nr === newest && versions.length > 1 ? [t('page.newest')] : []),
    ...(isWithdrawn ? [t('page.wasWithdrawn')] : []),
    ...(isPublic || isWithdrawn ? [] : [t('page.notPublic')]),
  ];
}

/** Says on the page of an old version that there is a newer one. */
export function NewerVersion({ nr, listing }: { nr: number; listing: DataSetVersions }) {
  const { t } = useTranslation('versions');
  const newest = listing.versions.find((version) => version.nr === listing.newest);
  const shown = listing.versions.find((version) => version.nr === nr);
  if (!newest || !shown || newest.version <= shown.version) return null;
  return (
    <p className="notice">
      <strong>{t('page.old')}</strong>{' '}
      <a href={paths.dataSet(newest.nr)}>{t('page.toNewest', { version: newest.version })}</a>
    </p>
  );
}

/** Leads from the page of a withdrawn version to the newest one that is not withdrawn. Renders nothing without one. */
export function ValidVersion({ listing }: { listing: DataSetVersions }) {
  const { t } = useTranslation('versions');
  const valid = listing.versions.find(({ nr, isWithdrawn }) => nr === listing.newest && !isWithdrawn);
  if (!valid) return null;
  return (
    <p>
      <strong>{t('page.valid')}</strong>{' '}
      <a href={paths.dataSet(valid.nr)}>{t('page.toNewest', { version: valid.version })}</a>
    </p>
  );
}
