import type { NormGroup, NormPoint, NormSource, Norms } from '../api/norms';
import type { NormSex } from './age-groups';
import type { LmsCurves } from './lms-curves';

/** A group of people beside the curves, as its data set contributes it. */
export type KeptPoint = Omit<NormPoint, 'nr'>;

/** A kind of result in the list of all, without words. */
export interface KeptSummary {
  persons: number;
  /** Numbers of the data sets with results. */
  dataSets: number[];
  /** Numbers of people of these data sets, in their order. */
  personsEach: number[];
  /** Those of them that are beside the curves. */
  beside: number[];
  ages: { start: number; end: number } | null;
}

/** People of one sex of a data set. */
type KeptGroup = NormSource['groups'][number] & {
  /** Completed years of age of people in the curves, ascending; none beside them. */
  years: number[];
};

/** A data set behind norms. */
export interface KeptSource extends Pick<NormSource, 'nr' | 'kind' | 'persons'> {
  groups: KeptGroup[];
}

/** Norms of a kind of result without words and without what the catalogue tells of the data sets. */
export interface KeptCurves {
  persons: number;
  groups: Omit<NormGroup, 'label'>[];
  /** Curves by sex, to place any result. */
  curves: Partial<Record<NormSex, LmsCurves>>;
  sources: KeptSource[];
  points: NormPoint[];
  trend: Norms['trend'];
  offered: Pick<Norms['offered'], 'ages' | 'years'> & { countries: string[]; dataSets: number[] };
}
