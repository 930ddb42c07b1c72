import type { MappingTarget } from '@domain/api/mapping';
import { languages, type Language } from '@domain/language';
import { uploadKinds, type UploadKind } from '@domain/upload-id';

import { listTargets, vocabulary } from '../vocabulary';

const targets = new Map(
  uploadKinds.flatMap((kind) =>
    languages.map((language) => [`${kind} ${language}`, listTargets(vocabulary, kind, language)]),
  ),
);

/** Targets a column of a raw or aggregated file may be mapped to. The vocabulary is public. */
export function listMappingTargets(kind: UploadKind, language: Language): MappingTarget[] {
  return targets.get(`${kind} ${language}`) ?? [];
}
