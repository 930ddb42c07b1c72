import { useTranslation } from 'react-i18next';

import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { paths } from '~/paths';

/** Links that help to prepare a file: a sample, and the targets of columns. */
export function HelpFiles({ kind, language }: { kind: UploadKind; language: Language }) {
  const { t } = useTranslation('uploads');
  return (
    <ul className="help-files">
      <li>
        <a href={paths.sampleFile(kind, language)}>{t(`upload.sample.${kind}`)}</a>
      </li>
      <li>
        <a href={paths.targetList(kind, language)}>{t(`upload.targets.${kind}`)}</a>
      </li>
    </ul>
  );
}
