import { z } from 'zod';

import { RowReasonSchema, TableReasonSchema } from '../data-rows';

/** A day in the time zone of the installation, yyyy-MM-dd. */
const DaySchema = z.string();
const CountSchema = z.number().int();

/** A reason that the contributor gave, with the number of cells it explains. */
const ExplanationSchema = z.object({
  text: z.string().describe('The explanation, in the words of the contributor.'),
  cells: CountSchema.describe('Number of cells it explains.'),
});

/** Problems of one rule in one column that are published as they are. */
const ExplainedGroupSchema = z.object({
  table: z.string().describe('Name of the table.'),
  column: z.string().nullable().describe("Column of the contributor's file; null for a problem of the whole table."),
  rule: z.string().describe('Number of the rule, such as `R03`.'),
  finding: z.string().describe('What the rule finds, in the requested language; never a value of the data.'),
  cells: CountSchema.describe('Number of cells that the rule finds.'),
  explained: CountSchema.describe('Number of these cells that an explanation covers.'),
  explanations: z.array(ExplanationSchema).describe('The most used explanations, in the words of the contributor.'),
  explanationCount: CountSchema.describe('Number of different explanations.'),
  hiddenBecause: z
    .enum(['withheld', 'licence'])
    .nullable()
    .describe(
      'Why the explanations are not shown, although there are some: they may quote values of a column that is withheld, or rows that the licence does not show to this caller. Otherwise null.',
    ),
});
export type ExplainedGroup = z.infer<typeof ExplainedGroupSchema>;

/** Rows that are no data, by reason. */
const RowsWithoutDataSchema = z.object({
  reason: RowReasonSchema.describe('Why the rows are no data; `user` if the contributor left them out.'),
  text: z
    .string()
    .describe("Where the contributor left them out: the reason in their words, or '' if the licence does not show it."),
  rows: CountSchema.describe('Number of rows.'),
});

/** What a corrected file changed. Numbers of the previous file and of this one; null if unknown. */
const QualityCorrectionSchema = z.object({
  day: DaySchema.describe('Day on which the file was corrected.'),
  rowsBefore: CountSchema.describe('Rows of the previous file.'),
  rowsAfter: CountSchema.describe('Rows of the corrected file.'),
  problemsBefore: CountSchema.nullable().describe('Cells with problems.'),
  problemsAfter: CountSchema.nullable().describe('Cells with problems in the corrected file.'),
});

/** A column that is published in another form or not at all. */
const ChangedColumnSchema = z.object({
  table: z.string().describe('Name of the table.'),
  column: z.string().describe("Name of the contributor's column."),
  outcome: z.enum(['left-out', 'less-detailed']).describe('Whether it is left out or published with less detail.'),
  reason: z.string().describe('Reason in the requested language.'),
});

/** Quality statement of a published data set: `GET api/search/quality/{nr}`. */
export const QualitySchema = z.object({
  nr: CountSchema.describe('Public number of the data set.'),
  published: z
    .object({
      day: DaySchema.describe('Day of publication.'),
      tables: CountSchema.describe('Number of tables.'),
      rows: CountSchema.describe('Number of rows of all tables.'),
      columns: CountSchema.describe('Number of columns of all tables.'),
      persons: CountSchema.nullable().describe('People in raw data, cases in aggregated data; null if unknown.'),
    })
    .describe('What is published.'),
  check: z
    .object({
      rulesVersion: z
        .string()
        .nullable()
        .describe(
          'Version of the rules of the last check; null for data sets that were checked before versions were kept.',
        ),
      day: DaySchema.nullable().describe('Day of the last check; null like the version.'),
    })
    .describe('How the data was checked.'),
  problems: z
    .object({
      found: CountSchema.describe('Cells with problems: corrected and remaining ones.'),
      corrected: CountSchema.describe('Cells whose problems corrected files have removed.'),
      explained: CountSchema.describe('Cells whose problems the contributor explained.'),
      groupCount: CountSchema.describe('Number of all groups.'),
      groups: z.array(ExplainedGroupSchema).describe('The groups with most cells.'),
    })
    .describe('What the check found.'),
  corrections: z.array(QualityCorrectionSchema).describe('Corrected files, the first one first.'),
  rowsLeftOut: z
    .object({
      rows: CountSchema.describe('Number of all of them.'),
      reasons: z.array(RowsWithoutDataSchema).describe('Their numbers by reason.'),
    })
    .describe('Rows that are no data and not published.'),
  tablesLeftOut: z
    .array(
      z.object({
        reason: TableReasonSchema.describe('Why the table is no data.'),
        rows: CountSchema.describe('Number of its rows.'),
      }),
    )
    .describe('Tables of the file that are no data.'),
  columns: z.array(ChangedColumnSchema).describe('Columns that are left out or less detailed.'),
  review: z
    .object({
      day: DaySchema.nullable().describe('Day of the decision to accept.'),
      votes: z.array(DaySchema).describe('Days of the votes to accept, the earliest first, without names.'),
    })
    .describe('How the editorial board decided.'),
});
export type Quality = z.infer<typeof QualitySchema>;
