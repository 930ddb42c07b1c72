import type { PublicationPreview } from '@domain/api/publication';
import type { Language } from '@domain/language';

import { findAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { type PreviewedWindow, previewTable } from '../../publication/preview-table';

/**
 * Window of a table as it would be published with its present mapping; of the first table if `table` is null. It is
 * computed like the publication, but only from the rows of the window.
 */
export async function previewPublication(
  actor: Actor,
  repository: RepositoryContext,
  { id, ...input }: { id: string } & PreviewedWindow,
  language: Language,
): Promise<PublicationPreview> {
  const progress = await findAllowedUpload('previewPublication', actor, repository.db, id);
  return previewTable(repository, progress, input, language);
}
