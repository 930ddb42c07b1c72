import sprite from 'virtual:icon-sprite';

import type { Licence } from '@domain/licences';
import type { MotorTest } from '@domain/motor-tests';

/** Picture of a motor test, in the colour of the text around it. The test's name stands beside it. */
export function TestPicture({ test }: { test: MotorTest }) {
  return (
    <svg className="test-picture" width="40" height="40" aria-hidden="true">
      <use href={`${sprite}#${test}`} />
    </svg>
  );
}

/** Licences with a logo (spec section 3, field 20); widths in units of a logo 16 high. */
const logos: Partial<Record<Licence, { id: string; width: number }>> = {
  'CC-BY 4.0': { id: 'cc-by-4.0', width: 38 },
  'CC-BY-SA 4.0': { id: 'cc-by-sa-4.0', width: 55 },
};

/** Logo of a licence whose name stands beside it; nothing for a licence without one. */
export function LicenceLogo({ licence }: { licence: Licence }) {
  const logo = logos[licence];
  if (!logo) return null;
  return (
    <svg className="licence-logo" width={logo.width} height="16" aria-hidden="true">
      <use href={`${sprite}#${logo.id}`} />
    </svg>
  );
}
