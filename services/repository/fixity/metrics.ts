import type { FixityFigures } from '../store/object-sums';

/** Figures for `/metrics`. `now` is the time of the question. */
export function fixityMetrics(figures: FixityFigures, now: Date): { name: string; help: string; value: number }[] {
  const { oldestCheck } = figures;
  const ageMs = oldestCheck ? now.getTime() - oldestCheck.getTime() : 0;
  return [
    { name: 'motothek_objects', help: 'Stored objects.', value: figures.objects },
    { name: 'motothek_objects_bytes', help: 'Size of the objects that were read.', value: figures.bytes },
    {
      name: 'motothek_objects_damaged',
      help: 'Objects with another SHA-256 than they should have.',
      value: figures.damaged,
    },
    { name: 'motothek_objects_missing', help: 'Objects that the store does not have.', value: figures.missing },
    { name: 'motothek_objects_mended', help: 'Objects that were wrong and are right again.', value: figures.mended },
    {
      name: 'motothek_objects_overdue',
      help: 'Objects that should have been read again by now.',
      value: figures.overdue,
    },
    {
      name: 'motothek_objects_not_replicated',
      help: 'Objects without a copy in the replica.',
      value: figures.notReplicated,
    },
    {
      name: 'motothek_objects_oldest_check_seconds',
      help: 'Time since an object was compared, of the oldest.',
      value: Math.round(ageMs / 1000),
    },
  ];
}
