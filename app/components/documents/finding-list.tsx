import { useTranslation } from 'react-i18next';

import type { Finding, UploadDocument } from '@domain/api/documents';
import { ContributedText } from '~/components/contributed-text';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** What may be personal data in documents, with the comments of the contributor. */
export function FindingList({ documents }: { documents: readonly UploadDocument[] }) {
  const { t } = useTranslation('upload-documents');
  return documents.map(({ id, fileName, findings }) =>
    findings.map((finding) => (
      <section key={`${id} ${finding.kind}`} aria-labelledby={`${finding.kind}-${id}`}>
        <h4 id={`${finding.kind}-${id}`}>{t(`findings.${finding.kind}`, { file: fileName })}</h4>
        <FindingPlaces finding={finding} />
        <p className="long-text">
          {finding.comment === null ? (
            t('findings.noComment')
          ) : (
            <>
              {t('findings.saidComment')} <ContributedText language="">{finding.comment}</ContributedText>
            </>
          )}
        </p>
      </section>
    )),
  );
}

/** The first places of findings, each with its page and line. */
export function FindingPlaces({ finding: { count, places } }: { finding: Finding }) {
  const { t } = useTranslation('upload-documents');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  return (
    <ul>
      {places.map(({ page, line, text }, index) => (
        <li key={index} className="long-text">
          {page === null
            ? t('findings.line', { line: number(line) })
            : t('findings.pageLine', { page: number(page), line: number(line) })}{' '}
          <q>
            <ContributedText language="">{text}</ContributedText>
          </q>
        </li>
      ))}
      {count > places.length ? (
        <li>{t('findings.more', { count: count - places.length, number: number(count - places.length) })}</li>
      ) : null}
    </ul>
  );
}
