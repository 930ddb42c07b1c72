/** Beginning of the subject that stands for somebody whose account was deleted. The rest of it is random. */
export const formerPrefix = 'former:';

/** The subject that takes the place of a deleted person's own one, so that their acts still belong together. */
export function formerSubject(random: string): string {
  return formerPrefix + random;
}

/** Whether a subject stands for somebody whose account was deleted. */
export function isFormer(subject: string): boolean {
  return subject.startsWith(formerPrefix);
}
