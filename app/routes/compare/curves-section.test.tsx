import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { NormGroup } from '@domain/api/norms';
import { i18nOf } from '~/i18n/instances.server';

import { longJump, normsOf } from '../../../tests/fixtures/norms';
import { CurvesSection } from './curves-section';

const show = (change: (group: NormGroup) => NormGroup) => {
  const norms = normsOf(longJump);
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf('en')}>
      <CurvesSection norms={{ ...norms, groups: norms.groups.map(change) }} query="" />
    </I18nextProvider>,
  );
};
const withoutCurves = (group: NormGroup): NormGroup => ({
  ...group,
  ages: group.ages.map((age) => ({ ...age, persons: 60, smooth: null })),
  curves: [],
  fit: null,
});

test('says that too few people are the reason why there is no curve', () => {
  const few = (group: NormGroup) => {
    const without = withoutCurves(group);
    return { ...without, ages: without.ages.map((age) => ({ ...age, persons: 49 })) };
  };
  const page = show(few);
  expect(page).toContain('There is no curve for this choice: a year of age needs results of at least 50 people.');
  expect(page).not.toContain('describes');
});

test('says that no curve describes the results, where there are enough people', () => {
  const page = show(withoutCurves);
  for (const people of ['girls and women', 'boys and men'])
    expect(page).toContain(`There is no smooth curve for ${people}: none describes these results well enough`);
  expect(page).not.toContain('at least 50 people');
  expect(page).toContain('A dash means that there is no curve, or that there are too few people.');
  expect(show((group) => (group.sex === 'f' ? withoutCurves(group) : group)).match(/well enough/g)).toHaveLength(1);
});

test('says at which ages no curve describes the results, beside curves of others', () => {
  const page = show((group) => {
    const [seven, ...others] = group.ages;
    const adults = [40, 41, 42, 50].map((age) => ({ ...seven!, age, persons: 60 }));
    return { ...group, ages: [seven!, ...others, ...adults] };
  });
  for (const people of ['girls and women', 'boys and men'])
    expect(page).toContain(`There is no smooth curve for ${people} of these ages: 40 to 42, 50. None describes`);
  expect(page).not.toContain('at least 50 people');
});

test('says what the pictures leave out, and in which table it is', () => {
  const norms = normsOf(longJump);
  const adults = { ...norms.points[0]!, ages: { start: 18, end: 82 } };
  const sectionOf = (points: typeof norms.points) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18nOf('en')}>
        <CurvesSection norms={{ ...norms, points }} query="" />
      </I18nextProvider>,
    );
  const page = sectionOf([adults]);
  expect(page).toContain(
    '<li>18 to 82 years: groups of ‘Jumps in books’, in the table ‘Groups beside the curves’</li>',
  );
  // Ages that are chosen already may be far from the curves as well, so only one part of them is seen in a picture.
  expect(page).toContain('To see some of it in a picture, choose its ages alone above:');
  expect(page).not.toContain('medians or means of groups');
  expect(sectionOf(norms.points)).not.toContain('The pictures are as wide as the curves');
});
