import { isOpen, type UploadStatus } from '../upload-status';

/** What the contributor of a data set can do next. Their order is the one in which they are offered. */
export const nextActs = [
  'answer-changes',
  'continue',
  'follow-review',
  'revise',
  'correct-metadata',
  'continue-version',
  'follow-version',
  'begin-version',
  'see-withdrawal',
  'ask-withdrawal',
] as const;
export type NextAct = (typeof nextActs)[number];

/** Facts about a data set that decide what can be done with it. */
interface DataSetFacts {
  status: UploadStatus;
  isWithdrawn: boolean;
  isWithdrawalAsked: boolean;
  /** Status of the version that follows it and is not decided; null if there is none. */
  openVersion: UploadStatus | null;
}

/** What its contributor can do next with a data set. */
export function nextActsOf({ status, isWithdrawn, isWithdrawalAsked, openVersion }: DataSetFacts): NextAct[] {
  if (status === 'Rejected') return ['revise'];
  if (isOpen(status)) return [actOfOpen(status)];
  if (isWithdrawn) return ['see-withdrawal'];
  const version: NextAct =
    openVersion === null
      ? 'begin-version'
      : actOfOpen(openVersion) === 'follow-review'
        ? 'follow-version'
        : 'continue-version';
  return ['correct-metadata', version, isWithdrawalAsked ? 'see-withdrawal' : 'ask-withdrawal'];
}

function actOfOpen(status: UploadStatus): NextAct {
  if (status === 'ChangesRequested') return 'answer-changes';
  return status === 'Uploaded' ? 'continue' : 'follow-review';
}
