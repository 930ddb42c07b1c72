import sprite from 'virtual:icon-sprite';

import type { Licence } from '@domain/licences';
import type { MotorTest } from '@domain/motor-tests';

/** Icon of a motor test in the current text colour. Decorative: the test's name is shown next to it. */
export function TestPicture({ test }: { test: MotorTest }) {
  return (
    <svg className="test-picture" width="40" height="40" aria-hidden="true">
      <use href={`${sprite}#${test}`} />
    </svg>
  );
}

/** Licences with a logo (spec section 3, field 20). Widths are for a height of 16. */
const logos: Partial<Record<Licence, { id: string; width: number }>> = {
  'CC-BY 4.0': { id: 'cc-by-4.0', width: 38 },
  'CC-BY-SA 4.0': { id: 'cc-by-sa-4.0', width: 55 },
};

/** Logo of a licence, shown next to its name; nothing for licences without a logo. */
export function LicenceLogo({ licence }: { licence: Licence }) {
  const logo = logos[licence];
  if (!logo) return null;
  return (
    <svg className="licence-logo" width={logo.width} height="16" aria-hidden="true">
      <use href={`${sprite}#${logo.id}`} />
    </svg>
  );
}
