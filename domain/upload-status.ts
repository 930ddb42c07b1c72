import { z } from 'zod';

/** Status of an upload (spec section 4). */
export const uploadStatuses = ['Uploaded', 'Submitted', 'Pending', 'Accepted', 'Rejected'] as const;
export const UploadStatusSchema = z.enum(uploadStatuses);
export type UploadStatus = z.infer<typeof UploadStatusSchema>;

/** Actions allowed on an upload in each status. Used by use cases and screens. */
export const statusRules: Record<
  UploadStatus,
  {
    /** Mapping, comments, metadata and file may be changed. */
    editable: boolean;
    /** The owner may delete it. */
    deletable: boolean;
    /** A vote may be cast or changed. */
    votable: boolean;
    /** The decision is final; votes are visible to both experts. */
    decided: boolean;
    /** It is found by search and may be downloaded. */
    published: boolean;
  }
> = {
  Uploaded: { editable: true, deletable: true, votable: false, decided: false, published: false },
  Submitted: { editable: false, deletable: false, votable: true, decided: false, published: false },
  Pending: { editable: false, deletable: false, votable: true, decided: false, published: false },
  Accepted: { editable: false, deletable: false, votable: false, decided: true, published: true },
  Rejected: { editable: false, deletable: false, votable: false, decided: true, published: false },
};

/** Why an upload cannot be withdrawn from review; null if it can, which is before the first vote. */
export function withdrawRefusal(status: UploadStatus, votes: number) {
  if (statusRules[status].editable) return 'not-submitted' as const;
  if (statusRules[status].decided) return 'already-decided' as const;
  return votes > 0 ? ('already-voted' as const) : null;
}

/** Why an upload cannot be revised; null if it can. */
export function reviseRefusal(status: UploadStatus) {
  return status === 'Rejected' ? null : ('not-rejected' as const);
}

/** Rating of a vote (spec section 9): 1 = accept, 2 = reject. */
export const ratings = [1, 2] as const;
export type Rating = (typeof ratings)[number];

/**
 * Status that follows from the two ratings: two accepts are Accepted, two rejects are Rejected, two
 * different ratings are Pending, fewer than two ratings are Submitted.
 */
export function statusAfterVotes(first: Rating | null, second: Rating | null): UploadStatus {
  if (first === null || second === null) return 'Submitted';
  if (first !== second) return 'Pending';
  return first === 1 ? 'Accepted' : 'Rejected';
}

/** Values of the columns E1 and E2: 'C' (consensus or open), or each rating if the two differ. */
export function expertColumns(first: Rating | null, second: Rating | null): { e1: 'C' | Rating; e2: 'C' | Rating } {
  if (first === null || second === null || first === second) return { e1: 'C', e2: 'C' };
  return { e1: first, e2: second };
}

/** Whether the editorial list links a row to its vote screen (spec section 4). */
export function canOpenForVoting(status: UploadStatus, e1: 'C' | Rating, e2: 'C' | Rating): boolean {
  if (status === 'Rejected') return false;
  return status === 'Accepted' || status === 'Submitted' || !(e1 === 'C' && e2 === 'C');
}

/** Status as shown in lists. An asterisk on Submitted and Pending means that problems were overridden. */
export type ListedStatus = UploadStatus | 'Submitted*' | 'Pending*';
export const ListedStatusSchema = z.enum([...uploadStatuses, 'Submitted*', 'Pending*']);

export function listedStatus(status: UploadStatus, hasOverriddenProblems: boolean): ListedStatus {
  if (hasOverriddenProblems && (status === 'Submitted' || status === 'Pending')) return `${status}*`;
  return status;
}

/** Splits a listed status into the status and whether it has the asterisk. */
export function parseListedStatus(listed: ListedStatus): { status: UploadStatus; starred: boolean } {
  return { status: listed.replace('*', '') as UploadStatus, starred: listed.endsWith('*') };
}
