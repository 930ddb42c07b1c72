import { foldText } from '@domain/search/fold';

/** Title in the form in which two titles count as the same: case, marks and punctuation do not tell. */
export function titleKeyOf(title: string): string {
  return foldText(title) || title.trim();
}
