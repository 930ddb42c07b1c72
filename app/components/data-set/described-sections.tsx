import { useTranslation } from 'react-i18next';

import type { DataSet } from '@domain/api/search';
import { fieldIds } from '@domain/metadata/field-ids';

import { ContributedText } from '~/components/contributed-text';
import { LicenceMark } from '~/components/search/licence-marks';
import { paths, withQuery } from '~/paths';

type Fields = DataSet['fields'];

const { abstract, keyword } = fieldIds;
/** Fields that say how the data was collected, in the order of the form. */
const collected: readonly number[] = [
  fieldIds.studyName,
  fieldIds.registerId,
  fieldIds.studyDesign,
  fieldIds.collection,
  fieldIds.country,
  fieldIds.region,
  fieldIds.postalArea,
  fieldIds.setting,
  fieldIds.sampling,
  fieldIds.criteria,
  fieldIds.persons,
  fieldIds.responseRate,
  fieldIds.targetGroup,
  fieldIds.testBattery,
  fieldIds.deviations,
  fieldIds.instrument,
  fieldIds.instrumentModel,
  fieldIds.testers,
  fieldIds.ethicsVote,
  fieldIds.ethicsCommittee,
  fieldIds.consent,
  fieldIds.anonymisation,
  fieldIds.processing,
];
const { author, orcid, affiliation, title, translatedTitle, publication, relation } = fieldIds;
/** Fields that other parts of the page show. */
const shownElsewhere: readonly number[] = [author, orcid, affiliation, title, translatedTitle, abstract, keyword];

/** What the data set is, in the words of its authors, with its keywords as searches. */
export function AbstractSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation('data-set');
  const text = fields.find(({ id }) => id === abstract);
  const keywords = fields.find(({ id }) => id === keyword);
  return (
    <section aria-labelledby="abstract">
      <h2 id="abstract">{t('abstract')}</h2>
      {text?.values.map((value, index) => (
        <p key={index} className="long-text">
          <ContributedText language={text.languages[index] ?? null}>{value}</ContributedText>
        </p>
      ))}
      {keywords ? (
        <p>
          {keywords.name}:{' '}
          {keywords.values.map((value, index) => (
            <span key={value}>
              {index > 0 ? ', ' : null}
              <a href={withQuery(paths.home(), { q: `"${value.replaceAll('"', ' ')}"` })}>
                <ContributedText language={keywords.languages[index] ?? null}>{value}</ContributedText>
              </a>
            </span>
          ))}
        </p>
      ) : null}
    </section>
  );
}

/** How the data was collected. */
export function CollectedSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation('data-set');
  const shown = fields.filter(({ id }) => collected.includes(id));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="collected">
      <h2 id="collected">{t('collected')}</h2>
      <FieldList fields={shown} />
    </section>
  );
}

/** The metadata that no other part of the page shows. */
export function OtherMetadata({ fields }: { fields: Fields }) {
  const { t } = useTranslation('data-set');
  const shown = fields.filter(({ id }) => ![...collected, ...shownElsewhere, relation].includes(id));
  // Each publication needs a relation, so they have the same order.
  const relations = fields.find(({ id }) => id === relation)?.values ?? [];
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="metadata">
      <h2 id="metadata">{t('metadata')}</h2>
      <FieldList fields={shown} relations={relations} />
    </section>
  );
}

interface FieldListProps {
  fields: Fields;
  /** How each related publication is related. */
  relations?: readonly string[];
}

function FieldList({ fields, relations = [] }: FieldListProps) {
  return (
    <dl className="facts">
      {fields.map(({ id, name, values, languages }) => (
        <div key={id}>
          <dt>{name}</dt>
          {values.map((value, index) => (
            <dd key={index}>
              {id === fieldIds.licence ? (
                <LicenceMark name={value} />
              ) : (
                <ContributedText language={languages[index] ?? null}>{value}</ContributedText>
              )}
              {id === publication ? <span className="hint"> {relations[index]}</span> : null}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
