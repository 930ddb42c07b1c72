/** Two people who are one, as their accounts name them. `from` has the account that goes, `into` the one that stays. */
export interface MergedPeople {
  from: { id: string; name: string; email: string };
  into: { id: string; name: string; email: string; roles: string[] };
}

/** Why two people cannot become one: both review the same submission, or one reviews what the other is a party to. */
export type MergeConflict = 'merge-both-reviewed' | 'merge-reviewed-own';
