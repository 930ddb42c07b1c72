import { useTranslation } from 'react-i18next';

import type { DataSet } from '@domain/api/search';
import { fieldIds } from '@domain/metadata/field-ids';
import { asksForLicenceForm } from '@domain/licences';

import { ContributedText, nameOf, withTitlesFor } from '~/components/contributed-text';
import { DoiLink } from '~/components/search/doi-link';
import { LicenceMarks } from '~/components/search/licence-marks';
import { useSearchWords } from '~/components/search/search-words';
import { Form } from '~/forms/form';
import { useLanguage } from '~/i18n/use-language';
import { paths, withQuery } from '~/paths';

import type { Cited } from './cited.server';
import { People } from './people';

interface TitleBlockProps {
  dataSet: DataSet;
  cited: Cited;
  isSignedIn: boolean;
}

/** Titles, people, year, licence and what can be done with the data set. */
export function TitleBlock({ dataSet, cited, isSignedIn }: TitleBlockProps) {
  const { t } = useTranslation('data-set');
  const words = useSearchWords();
  const row = withTitlesFor(dataSet.row, useLanguage());
  const name = nameOf(row);
  const others = row.titles.slice(1);
  return (
    <header className="data-set-head">
      <h1>
        <ContributedText language={name.language}>{name.text}</ContributedText>
      </h1>
      {others.map((title, index) => (
        <p key={title} className="other-title">
          <ContributedText language={row.titleLanguages[index + 1] ?? ''}>{title}</ContributedText>
        </p>
      ))}
      <People row={row} cited={cited} />
      <p className="data-set-facts">
        {cited.publicationYear ? (
          <span>{t(dataSet.notYet ? 'toBePublished' : 'published', { year: cited.publicationYear })}</span>
        ) : null}
        <span>{words.typesExplained(row.types)}</span>
        <span>
          {t('licence')} <LicenceMarks rights={row.rights} />
        </span>
        <span>
          {/* A registered one is shown as its address, so that it can be copied and printed. */}
          DOI <DoiLink doi={row.doiIsTest ? row.doi : row.doiUrl} href={row.doiUrl} isTest={row.doiIsTest} />
        </span>
      </p>
      {row.doiIsTest && row.doi !== '' ? <p className="hint">{t('testDoi')}</p> : null}
      {asksForLicenceForm(row.rights) ? <Terms dataSet={dataSet} /> : null}
      <Actions dataSet={dataSet} isSignedIn={isSignedIn} />
    </header>
  );
}

/** What the licence for scientific use asks for, and who answers questions. */
function Terms({ dataSet: { fields } }: { dataSet: DataSet }) {
  const { t } = useTranslation('data-set');
  const contact = fields.find(({ id }) => id === fieldIds.contactPerson)?.values[0];
  return (
    <p>
      {contact ? t('termsWithContact', { contact }) : t('terms')}{' '}
      <a href={paths.info('sufl-licence')}>{t('readTerms')}</a>
    </p>
  );
}

function Actions({ dataSet: { row, notYet }, isSignedIn }: Omit<TitleBlockProps, 'cited'>) {
  const { t } = useTranslation('data-set');
  const isOpen = !asksForLicenceForm(row.rights);
  const page = paths.dataSet(row.nr);
  return (
    <div className="actions" id="actions">
      {notYet ? null : isSignedIn ? (
        <Form action={paths.searchDownload()} reloadDocument>
          <input type="hidden" name="nr" value={row.nr} />
          <button type="submit" className="button-primary">
            {t('download')}
          </button>
        </Form>
      ) : (
        <a
          className="button"
          href={isOpen ? paths.dataSetPackage(row.nr) : withQuery(paths.login(), { returnUrl: `${page}#actions` })}
        >
          {t(isOpen ? 'download' : 'login')}
        </a>
      )}
      <a className="button button-quiet" href="#cite">
        {t('cite')}
      </a>
      {notYet ? null : (
        <a className="button button-quiet" href="#preview">
          {t('preview')}
        </a>
      )}
    </div>
  );
}
