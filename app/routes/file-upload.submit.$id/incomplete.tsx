import { useTranslation } from 'react-i18next';

import type { BlockerCode } from '@domain/api/submission';

import { BlockerList } from '~/components/submission/blocker-list';
import type { SubmitData } from './submit.server';

/** What ends by itself: the page is worth another look. */
const passing: readonly BlockerCode[] = ['file-unread', 'being-corrected', 'check-running'];

/** An upload that cannot be submitted yet: all that it lacks. */
export function Incomplete({ submission, fields, metadata }: SubmitData) {
  const { t } = useTranslation(['submit', 'uploads']);
  const { missing } = submission;
  const isWaiting = missing.some(({ code }) => passing.includes(code));
  return (
    <>
      <h2>{t('submit:missing.heading')}</h2>
      <p>{t('submit:missing.intro')}</p>
      <BlockerList blockers={missing} fields={fields} metadata={metadata} />
      {isWaiting ? (
        <form method="get">
          <p>{t('uploads:waiting.safe')}</p>
          <button type="submit">{t('uploads:waiting.refresh')}</button>
        </form>
      ) : null}
    </>
  );
}
