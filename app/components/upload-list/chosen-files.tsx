import { useTranslation } from 'react-i18next';

import type { ResumableUpload } from '@domain/api/parts';
import { formatBytes } from '@domain/formats';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { partOfFile } from './use-uploads';

interface ChosenFilesProps {
  files: readonly File[];
  kind: UploadKind;
  parts: ResumableUpload[] | null;
  language: Language;
}

/** Chosen files that are not sent yet, with their sizes and the bytes sent in earlier visits. */
export function ChosenFiles({ files, kind, parts, language }: ChosenFilesProps) {
  const { t } = useTranslation('uploads');
  return (
    <div role="status">
      {files.length === 0 ? null : (
        <ul className="chosen-files">
          {files.map((file, index) => {
            const part = partOfFile(parts, kind, file);
            const percent = part && Math.floor((100 * part.offset) / Math.max(part.bytes, 1));
            return (
              <li key={index}>
                {file.name}, {formatBytes(file.size, language)}
                {percent === null ? null : ` (${t('upload.continues', { percent })})`}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
