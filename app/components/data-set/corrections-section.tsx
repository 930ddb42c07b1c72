import { useTranslation } from 'react-i18next';

import type { PublicCorrection } from '@domain/api/metadata-corrections';
import { formatDay } from '@domain/formats';
import { correctionsPerPage } from '@domain/limits';
import { ContributedText } from '~/components/contributed-text';
import { cardRoles, ScrollTable } from '~/components/scroll-area';
import { PageLinks } from '~/components/workflow/page-links';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

interface CorrectionsSectionProps {
  nr: number;
  listing: { corrections: readonly PublicCorrection[]; page: number; pages: number; total: number };
}

/** A page of how the metadata of a data set was corrected since it was accepted, newest first; nothing if it was not. */
export function CorrectionsSection({ nr, listing }: CorrectionsSectionProps) {
  const { t } = useTranslation('data-set');
  const { corrections, page, pages, total } = listing;
  if (corrections.length === 0) return null;
  const newest = total - (page - 1) * correctionsPerPage;
  return (
    <section aria-labelledby="corrections">
      <h2 id="corrections">{t('corrections.heading')}</h2>
      <p>
        {t('corrections.intro')} {pages > 1 ? t('corrections.count', { count: total }) : null}
      </p>
      <ol className="corrections">
        {corrections.map((correction, index) => (
          <Correction key={index} number={newest - index} correction={correction} />
        ))}
      </ol>
      <PageLinks
        label={t('corrections.pages')}
        page={page}
        pages={pages}
        addressOf={(number) => paths.dataSetCorrections(nr, number)}
      />
    </section>
  );
}

/** `number` counts from the oldest one, and tells apart what was corrected on one day. */
function Correction({ number, correction }: { number: number; correction: PublicCorrection }) {
  const { day, note, isConsented, fields } = correction;
  const { t } = useTranslation('data-set');
  const date = formatDay(day.split('-'), useLanguage());
  return (
    <li>
      <h3>{t(isConsented ? 'corrections.consented' : 'corrections.day', { date })}</h3>
      <p className="correction-note long-text">
        <ContributedText language="">{note}</ContributedText>
      </p>
      {fields.length === 0 ? <p>{t('corrections.private')}</p> : null}
      {fields.length === 0 ? null : (
        <ScrollTable
          label={t('corrections.table', { date, number })}
          heads={[t('corrections.field'), t('corrections.before'), t('corrections.after')]}
          className="change-table"
          isCards
        >
          <tbody {...cardRoles.group}>
            {fields.map(({ id, name, before, after, languages, owners }) => (
              <tr key={id} {...cardRoles.row}>
                <th scope="row" {...cardRoles.rowHead}>
                  {name}
                </th>
                <td data-label={t('corrections.before')} {...cardRoles.cell}>
                  <Values values={before} languages={languages.before} owners={owners.before} />
                </td>
                <td data-label={t('corrections.after')} {...cardRoles.cell}>
                  <Values values={after} languages={languages.after} owners={owners.after} />
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </li>
  );
}

interface ValuesProps {
  values: readonly string[];
  languages: PublicCorrection['fields'][number]['languages']['before'];
  owners: PublicCorrection['fields'][number]['owners']['before'];
}

/** Values of a field, each after what it belongs to: an ORCID iD after its author. */
function Values({ values, languages, owners }: ValuesProps) {
  const { t } = useTranslation('data-set');
  if (values.length === 0) return t('corrections.none');
  return values.map((value, index) => (
    <div key={index} className="long-text">
      {owners[index] ? `${owners[index]}: ` : null}
      <ContributedText language={languages[index] ?? null}>{value}</ContributedText>
    </div>
  ));
}
