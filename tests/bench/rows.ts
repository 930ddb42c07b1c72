/** A figure of the bench beside its baseline. */
export type Row = [measured: string, motothek: string, baseline: string, figure: string, ratio: string];

export function ratio(value: number, baseline: number): string {
  return (value / baseline).toFixed(2);
}

/** 1 MB = 2^20 bytes. */
export function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
