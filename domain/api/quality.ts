import { z } from 'zod';

import { RowReasonSchema, TableReasonSchema } from '../data-rows';

/** A day in the time zone of the installation, yyyy-MM-dd. */
const DaySchema = z.string();
const CountSchema = z.number().int();

/** A reason that the contributor gave, with the number of cells it explains. */
const ExplanationSchema = z.object({ text: z.string(), cells: CountSchema });

/** Problems of one rule in one column that are published as they are. */
const ExplainedGroupSchema = z.object({
  table: z.string(),
  /** Column of the contributor's file; null for a problem of the whole table. */
  column: z.string().nullable(),
  rule: z.string(),
  /** What the rule finds, in the requested language; never a value of the data. */
  finding: z.string(),
  cells: CountSchema,
  /** Number of these cells that an explanation covers. */
  explained: CountSchema,
  /** The most used explanations, in the words of the contributor. */
  explanations: z.array(ExplanationSchema),
  /** Number of different explanations. */
  explanationCount: CountSchema,
  /**
   * Why the explanations are not shown, although there are some: they may quote values of a column that is withheld, or
   * rows that the licence does not show to this caller. Otherwise null.
   */
  hiddenBecause: z.enum(['withheld', 'licence']).nullable(),
});
export type ExplainedGroup = z.infer<typeof ExplainedGroupSchema>;

/** Rows that are no data, by reason. */
const RowsWithoutDataSchema = z.object({
  reason: RowReasonSchema,
  /** Where the contributor left them out: the reason in their words, or '' if the licence does not show it. */
  text: z.string(),
  rows: CountSchema,
});

/** What a corrected file changed. Numbers of the previous file and of this one; null if unknown. */
const QualityCorrectionSchema = z.object({
  day: DaySchema,
  rowsBefore: CountSchema,
  rowsAfter: CountSchema,
  /** Cells with problems. */
  problemsBefore: CountSchema.nullable(),
  problemsAfter: CountSchema.nullable(),
});

/** A column that is published in another form or not at all. */
const ChangedColumnSchema = z.object({
  table: z.string(),
  column: z.string(),
  outcome: z.enum(['left-out', 'less-detailed']),
  reason: z.string(),
});

/** Quality statement of a published data set: `GET api/search/quality/{nr}`. */
export const QualitySchema = z.object({
  nr: CountSchema,
  published: z.object({
    day: DaySchema,
    tables: CountSchema,
    rows: CountSchema,
    columns: CountSchema,
    /** People in raw data, cases in aggregated data; null if unknown. */
    persons: CountSchema.nullable(),
  }),
  check: z.object({
    /** Version of the rules of the last check; null for data sets that were checked before versions were kept. */
    rulesVersion: z.string().nullable(),
    /** Day of the last check; null like the version. */
    day: DaySchema.nullable(),
  }),
  problems: z.object({
    /** Cells with problems: corrected and remaining ones. */
    found: CountSchema,
    /** Cells whose problems corrected files have removed. */
    corrected: CountSchema,
    /** Cells whose problems the contributor explained. */
    explained: CountSchema,
    groupCount: CountSchema,
    /** The groups with most cells. */
    groups: z.array(ExplainedGroupSchema),
  }),
  /** Corrected files, the first one first. */
  corrections: z.array(QualityCorrectionSchema),
  rowsLeftOut: z.object({ rows: CountSchema, reasons: z.array(RowsWithoutDataSchema) }),
  tablesLeftOut: z.array(z.object({ reason: TableReasonSchema, rows: CountSchema })),
  columns: z.array(ChangedColumnSchema),
  review: z.object({
    /** Day of the decision to accept. */
    day: DaySchema.nullable(),
    /** Days of the votes to accept, the earliest first, without names. */
    votes: z.array(DaySchema),
  }),
});
export type Quality = z.infer<typeof QualitySchema>;
