/** Columns of a text: the first on the left, figures on the right. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const size = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(size) : cell.padStart(size);
    });
    return cells.join('  ').trimEnd();
  });
}
