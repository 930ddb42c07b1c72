/** Programs for which the page shows code. */
export const programs = ['r', 'python', 'duckdb'] as const;
export type Program = (typeof programs)[number];

/**
 * Code that reads a Parquet file, by its address on the web or its name. All three read addresses by themselves; DuckDB
 * reads only the parts of the file that a query needs.
 */
export const readCode: Record<Program, (file: string) => string> = {
  r: (file) => `# install.packages("arrow")\ndata <- arrow::read_parquet("${file}")`,
  python: (file) => `# pip install pandas pyarrow\nimport pandas as pd\n\ndata = pd.read_parquet("${file}")`,
  duckdb: (file) => `SELECT * FROM '${file}';`,
};
