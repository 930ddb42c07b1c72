/** Name of the only table of a file: as a csv file's table bears the file's name, which is not published. */
const onlyTable = 'data';

/** Name under which a table is published: that of its sheet where there are several to tell apart. */
export function publishedTableName(tables: readonly unknown[], table: { name: string }): string {
  return tables.length === 1 ? onlyTable : table.name;
}
