import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { SubmissionGlance } from '@domain/api/glance';
import type { FormField } from '@domain/metadata/directives';
import { ContributedText } from '~/components/contributed-text';
import { ChangedFields } from '~/components/metadata-form/changed-fields';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';

interface CorrectedMetadataProps {
  glance: SubmissionGlance;
  fields: readonly FormField[];
}

/**
 * Corrections of the metadata that concern a submission: those that its contributor made by another, accepted data set
 * of the study, and the one that waits for the approval of the board.
 */
export function CorrectedMetadata({ glance: { id, corrections, hasProposal }, fields }: CorrectedMetadataProps) {
  const { t } = useTranslation('metadata-correction');
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (
    <>
      {hasProposal ? (
        <p className="notice">
          {t('judge.link')}: <Link to={paths.editorialCorrection(id)}>{t('judge.toCorrection')}</Link>
        </p>
      ) : null}
      {corrections.length > 0 ? (
        <section aria-labelledby="corrected-metadata">
          <h3 id="corrected-metadata">{t('sibling.heading')}</h3>
          <p>{t('sibling.text')}</p>
          {corrections.map(({ at, note, changes }) => (
            <section key={at} aria-label={t('sibling.at', { time: formatDateTime(at, language, timeZone) })}>
              <h4>{t('sibling.at', { time: formatDateTime(at, language, timeZone) })}</h4>
              <p className="long-text">
                <ContributedText language="">{note}</ContributedText>
              </p>
              <ChangedFields label={t('changes')} changes={changes} fields={fields} />
            </section>
          ))}
        </section>
      ) : null}
    </>
  );
}
