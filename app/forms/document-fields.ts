import { type DocumentComment, type FindingKind, FindingKindSchema } from '@domain/api/documents';

import { type Entries, entryValue } from './form-entries';
import { typedText } from './typed-text';

/** Id of the field for files, to which errors link. */
export const documentFieldId = 'document-files';

/**
 * A document as far as the form of comments needs it. `key` stays the same when another file of the same name replaces
 * it.
 */
export interface ExplainedDocument {
  id: string;
  key: string;
  findings: readonly { kind: FindingKind; comment: string | null }[];
}

/** Form name, and id, of the comment on findings of a kind in a document. */
export function findingField(key: string, kind: FindingKind): string {
  return `comment-${key}-${kind}`;
}

/** Whether an entry is a comment on findings. */
export function isFindingField(name: string): boolean {
  const kind = /^comment-[\w-]{1,60}?-(contact|name|birth-date)$/.exec(name)?.[1];
  return FindingKindSchema.safeParse(kind).success;
}

/** The comments on the findings of documents in a posted form, as far as it has their fields. */
export function commentsIn(documents: readonly ExplainedDocument[], entries: Entries): DocumentComment[] {
  return documents.flatMap(({ id, key, findings }) =>
    findings.flatMap(({ kind }) => {
      const field = findingField(key, kind);
      if (!entries.some(([name]) => name === field)) return [];
      return { document: id, kind, comment: typedText(entryValue(entries, field)) };
    }),
  );
}
