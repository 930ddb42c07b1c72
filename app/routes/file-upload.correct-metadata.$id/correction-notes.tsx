import { useTranslation } from 'react-i18next';

import type { CorrectionState } from '@domain/api/metadata-corrections';
import type { FormField } from '@domain/metadata/directives';
import { ContributedText } from '~/components/contributed-text';
import { LicenceStepNote } from '~/components/metadata-form/licence-step';
import { ChangedFields } from '~/components/metadata-form/changed-fields';
import { Form } from '~/forms/form';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';

interface NotesProps {
  correction: CorrectionState;
  fields: readonly FormField[];
}

/** Which data sets a correction concerns, and who else sees it. */
export function Concerned({ correction: { dataSets, reviewed } }: Pick<NotesProps, 'correction'>) {
  const { t } = useTranslation('metadata-correction');
  const names = (files: CorrectionState['dataSets']) => files.map(({ fileName }) => fileName).join(', ');
  return (
    <>
      {dataSets.length > 1 ? <p>{t('concerns', { count: dataSets.length, files: names(dataSets) })}</p> : null}
      {reviewed.length > 0 ? <p>{t('reviewed', { files: names(reviewed) })}</p> : null}
    </>
  );
}

/** What waits for approval, with the button that withdraws it, or why the last proposal was declined. */
export function Waiting({ correction: { proposal, declined }, fields }: NotesProps) {
  const { t } = useTranslation('metadata-correction');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const time = (moment: string) => formatDateTime(moment, language, timeZone);
  if (proposal) {
    return (
      <section aria-labelledby="waiting-correction" className="notice">
        <h3 id="waiting-correction">{t('waiting.heading')}</h3>
        <p>{t('waiting.text', { time: time(proposal.proposedAt) })}</p>
        <LicenceStepNote changes={proposal.changes} />
        <ChangedFields label={t('changes')} changes={proposal.changes} fields={fields} />
        <Form reloadDocument className="actions">
          <button type="submit" name="intent" value="withdraw" className="button-quiet">
            {t('waiting.withdraw')}
          </button>
        </Form>
      </section>
    );
  }
  if (!declined) return null;
  return (
    <section aria-labelledby="declined-correction" className="notice">
      <h3 id="declined-correction">{t('declined.heading')}</h3>
      <p>{t('declined.text', { time: time(declined.at) })}</p>
      <blockquote className="long-text">
        <ContributedText language="">{declined.reason}</ContributedText>
      </blockquote>
      <ChangedFields label={t('changes')} changes={declined.changes} fields={fields} />
    </section>
  );
}
