import { formatUploadId } from '@domain/upload-id';

import type { RepositoryContext } from '../context/context';
import type { Transaction } from '../store/database';
import type { UploadProgress } from '../store/upload-progress';
import { composeMail, type MailKind } from './compose-mail';

/** Who gets a mail of which kind. */
export interface Mailing {
  kind: MailKind;
  people: { name: string; email: string }[];
}

type MailSubject = Pick<UploadProgress, 'upload' | 'study' | 'file' | 'doi'>;

/** Files the mails about an upload in the caller's transaction; people without e-mail are left out. */
export async function enqueueMails(
  tx: Transaction,
  { jobs, settings, doi: registrar }: RepositoryContext,
  about: MailSubject,
  mailings: Mailing[],
): Promise<void> {
  const doi = about.doi?.state === 'findable' ? about.doi.doi : registrar.doiOf(about.upload.number);
  const isTest = (about.doi?.state === 'findable' ? about.doi.registrar : registrar.kind) !== 'datacite';
  for (const { kind, people } of mailings) {
    const address = settings.origin + pathOf(kind, about);
    const standing = isTest ? 'test' : kind === 'accepted' ? 'registered' : 'reserved';
    for (const { name, email } of people) {
      if (email === '') continue;
      const values = {
        name: name || email,
        title: about.study.title ?? '',
        file: about.file.name,
        address,
        doi: { name: doi, standing },
      } as const;
      await jobs.enqueue(tx, 'send-mail', composeMail(kind, email, values));
    }
  }
}

/** Page on which the reader of a mail goes on. */
function pathOf(kind: MailKind, { upload }: Pick<UploadProgress, 'upload'>): string {
  switch (kind) {
    case 'submitted':
    case 'rejected':
      return `/file-upload/submit/${formatUploadId(upload.number, upload.kind)}`;
    case 'voteNeeded':
    case 'votesDisagree':
      return `/editorial-board/vote/${formatUploadId(upload.number, upload.kind)}`;
    case 'withdrawn':
      return '/editorial-board';
    case 'accepted':
      return `/data-set/${upload.nr}`;
  }
}
