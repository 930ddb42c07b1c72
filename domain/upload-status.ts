import { z } from 'zod';

/**
 * Status of an upload (spec section 4). 'ChangesRequested' is a state inside Pending: an expert asks for changes, and
 * the contributor works on them. Lists show it as Pending.
 */
export const uploadStatuses = ['Uploaded', 'Submitted', 'Pending', 'ChangesRequested', 'Accepted', 'Rejected'] as const;
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
  ChangesRequested: { editable: true, deletable: false, votable: false, decided: false, published: false },
  Accepted: { editable: false, deletable: false, votable: false, decided: true, published: true },
  Rejected: { editable: false, deletable: false, votable: false, decided: true, published: false },
};

/** Statuses in which an upload can be edited. */
export const editableStatuses = uploadStatuses.filter((status) => statusRules[status].editable);

/** Statuses in which the editorial board has not decided yet. */
export const openStatuses = ['Submitted', 'Pending', 'ChangesRequested'] as const satisfies UploadStatus[];

/** Whether an upload is with the editorial board, or changes were requested for it. */
export function isUnderReview(status: UploadStatus): boolean {
  return (openStatuses as readonly UploadStatus[]).includes(status);
}

/** Whether an upload is being prepared or reviewed. */
export function isOpen(status: UploadStatus): boolean {
  return !statusRules[status].decided;
}

/**
 * Why an upload cannot be withdrawn from review; null if it can, which is before the first vote.
 */
export function withdrawRefusal(status: UploadStatus, votes: number) {
  if (status === 'Uploaded') return 'not-submitted' as const;
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
 * different ratings are Pending, fewer than two ratings are Submitted. If one acceptance is `needed`, the first vote is
 * enough if it accepts; whoever rejects does not decide alone.
 */
export function statusAfterVotes(first: Rating | null, second: Rating | null, needed: 1 | 2 = 2): UploadStatus {
  const only = second === null ? first : first === null ? second : null;
  if (needed === 1 && only === 1) return 'Accepted';
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

/** Statuses of the specification, as all but the contributor and the board see them. */
export const shownStatuses = ['Uploaded', 'Submitted', 'Pending', 'Accepted', 'Rejected'] as const;
export const ShownStatusSchema = z.enum(shownStatuses);
export type ShownStatus = z.infer<typeof ShownStatusSchema>;

/** A status as the specification knows it. */
export function shownStatus(status: UploadStatus): ShownStatus {
  return status === 'ChangesRequested' ? 'Pending' : status;
}

/** Status as shown in lists. An asterisk on Submitted and Pending means that problems were overridden. */
export const ListedStatusSchema = z.enum([...shownStatuses, 'Submitted*', 'Pending*']);
export type ListedStatus = z.infer<typeof ListedStatusSchema>;

export function listedStatus(status: UploadStatus, hasOverriddenProblems: boolean): ListedStatus {
  const shown = shownStatus(status);
  if (hasOverriddenProblems && (shown === 'Submitted' || shown === 'Pending')) return `${shown}*`;
  return shown;
}

/** Splits a listed status into the status and whether it has the asterisk. */
export function parseListedStatus(listed: ListedStatus): { status: ShownStatus; starred: boolean } {
  return { status: listed.replace('*', '') as ShownStatus, starred: listed.endsWith('*') };
}
