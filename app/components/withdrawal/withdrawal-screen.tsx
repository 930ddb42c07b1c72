import { useTranslation } from 'react-i18next';

import type { WithdrawalView } from '@domain/life/withdrawal';

import { ContributedText } from '~/components/contributed-text';
import { ErrorSummary } from '~/forms/error-summary';
import { entryValue } from '~/forms/form-entries';

import { type RefusedForm, type ShownForm, WithdrawalForms } from './withdrawal-forms';
import { WithdrawalState } from './withdrawal-state';

interface WithdrawalScreenProps {
  page: string;
  isOwn: boolean;
  view: WithdrawalView;
  forms: readonly ShownForm[];
  refused: RefusedForm | null;
}

/** Withdrawal of a data set, for its contributor or the chair: how far it is, and what can be done. */
export function WithdrawalScreen({ page, isOwn, view, forms, refused }: WithdrawalScreenProps) {
  const { t } = useTranslation('withdrawal');
  // Somebody else was quicker, so that the form is gone.
  const isGone = refused !== null && !forms.some(({ act }) => act === refused.act);
  const lost = isGone ? entryValue(refused.entries, 'reason') : '';
  const errors = (refused?.errors ?? []).map((error) => (isGone ? { ...error, fieldId: null } : error));
  return (
    <>
      <ErrorSummary errors={errors} />
      <h2>{t('heading', { file: view.fileName })}</h2>
      {lost === '' ? null : (
        <div className="notice">
          <p>{t('lost')}</p>
          <p className="long-text">
            <ContributedText language="">{lost}</ContributedText>
          </p>
        </div>
      )}
      <WithdrawalState view={view} isOwn={isOwn} />
      <WithdrawalForms page={page} view={view} forms={forms} refused={isGone ? null : refused} />
    </>
  );
}
