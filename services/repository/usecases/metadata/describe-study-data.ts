import type { DataFacts } from '@domain/api/metadata';

import { findAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { describeUploadData } from '../../submission/describe-upload-data';

/** What the data of an upload say about the study, for proposals in its metadata. */
export async function describeStudyData(actor: Actor, repository: RepositoryContext, id: string): Promise<DataFacts> {
  return describeUploadData(repository, await findAllowedUpload('describeStudyData', actor, repository.db, id));
}
