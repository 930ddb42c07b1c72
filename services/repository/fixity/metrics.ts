import type { FixityFigures } from '../store/object-sums';

/** Figures for `/metrics`. `now` is the time of the question. */
export function fixityMetrics(
  figures: FixityFigures,
  now: Date,
): { name: string; help: string; values: [{ value: number }] }[] {
  const { oldestCheck } = figures;
  const ageMs = oldestCheck ? now.getTime() - oldestCheck.getTime() : 0;
  const metrics: [name: string, help: string, value: number][] = [
    ['motothek_objects', 'Stored objects.', figures.objects],
    ['motothek_objects_bytes', 'Size of the objects that were read.', figures.bytes],
    ['motothek_objects_damaged', 'Objects with another SHA-256 than they should have.', figures.damaged],
    ['motothek_objects_missing', 'Objects that the store does not have.', figures.missing],
    ['motothek_objects_mended', 'Objects that were wrong and are right again.', figures.mended],
    ['motothek_objects_overdue', 'Objects that should have been read again by now.', figures.overdue],
    ['motothek_objects_not_replicated', 'Objects without a copy in the replica.', figures.notReplicated],
    [
      'motothek_objects_oldest_check_seconds',
      'Time since an object was compared, of the oldest.',
      Math.round(ageMs / 1000),
    ],
  ];
  return metrics.map(([name, help, value]) => ({ name, help, values: [{ value }] }));
}
