import { isOpen, type UploadStatus } from '../upload-status';

/** What the contributor of a data set can do next. Their order is the one in which they are offered. */
export const nextActs = [
  'answer-changes',
  'continue',
  'follow-review',
  'revise',
  'end-embargo',
  'private-links',
  'correct-metadata',
  'continue-version',
  'follow-version',
  'begin-version',
  'see-withdrawal',
  'ask-withdrawal',
  'share',
] as const;
export type NextAct = (typeof nextActs)[number];

/** Facts about a data set that decide what can be done with it. */
interface DataSetFacts {
  status: UploadStatus;
  isWithdrawn: boolean;
  isWithdrawalAsked: boolean;
  /** Accepted, and not published because of an embargo. */
  isUnderEmbargo: boolean;
  /** Status of the version that follows it and is not decided; null if there is none. */
  openVersion: UploadStatus | null;
}

/** What its contributor can do next with a data set. */
export function nextActsOf({
  status,
  isWithdrawn,
  isWithdrawalAsked,
  isUnderEmbargo,
  openVersion,
}: DataSetFacts): NextAct[] {
  if (status === 'Rejected') return ['revise'];
  if (status === 'Uploaded') return ['continue', 'share'];
  if (isOpen(status)) return [actOfOpen(status), 'private-links', 'share'];
  if (isWithdrawn) return ['see-withdrawal'];
  return [
    ...(isUnderEmbargo ? (['end-embargo', 'private-links'] as const) : []),
    'correct-metadata',
    versionAct(openVersion),
    isWithdrawalAsked ? 'see-withdrawal' : 'ask-withdrawal',
    'share',
  ];
}

/** Acts that are about one version, and not about the data set. */
const actsOfVersion: readonly NextAct[] = ['end-embargo', 'private-links', 'correct-metadata', 'see-withdrawal'];

/** What its contributor can do next with an accepted version beside the one for which `nextActsOf` stands. */
export function nextActsOfOther(
  facts: Pick<DataSetFacts, 'isWithdrawn' | 'isWithdrawalAsked' | 'isUnderEmbargo'>,
): NextAct[] {
  const acts = nextActsOf({ ...facts, status: 'Accepted', openVersion: null });
  return acts.filter((act) => actsOfVersion.includes(act));
}

function versionAct(openVersion: UploadStatus | null): NextAct {
  if (openVersion === null) return 'begin-version';
  return actOfOpen(openVersion) === 'follow-review' ? 'follow-version' : 'continue-version';
}

function actOfOpen(status: UploadStatus): NextAct {
  if (status === 'ChangesRequested') return 'answer-changes';
  return status === 'Uploaded' ? 'continue' : 'follow-review';
}
