import { expect, type ElementHandle, type Locator, type Page } from '@playwright/test';

import { lookAtFocus, noteFocus, type FocusLook } from './focus-look';

/** More controls than the longest screen has, twice over: whoever presses Tab so often is lost. */
const mostTabs = 600;

/**
 * Moves the focus by one Tab, or Shift+Tab, and holds what takes it to what every focused element must
 * be: in sight, not covered, marked, and after the one before it. Answers null past the last control.
 */
export async function pressTab(page: Page, direction: 'forward' | 'back' = 'forward'): Promise<string | null> {
  await page.evaluate(noteFocus);
  return (await step(page, direction))?.name ?? null;
}

/** One Tab of several in a row, between which nothing but them moves the focus. */
async function step(
  page: Page,
  direction: 'forward' | 'back',
  target: ElementHandle<HTMLElement | SVGElement> | null = null,
): Promise<FocusLook | null> {
  await page.keyboard.press(direction === 'forward' ? 'Tab' : 'Shift+Tab');
  const look = await page.evaluate(lookAtFocus, { direction, target });
  expect(look?.errors ?? [], `${page.url()}: ${look?.name ?? ''}`).toEqual([]);
  return look;
}

/** Presses Tab until the element has the focus; past the last control it goes on from the first. */
export async function tabTo(page: Page, target: Locator, direction: 'forward' | 'back' = 'forward'): Promise<void> {
  await expect(target).toHaveCount(1);
  const element = await target.elementHandle();
  await page.evaluate(noteFocus);
  for (let presses = 0; presses < mostTabs; presses++) {
    if ((await step(page, direction, element))?.isTarget) return;
  }
  throw new Error(`${mostTabs} times Tab on ${page.url()} did not lead to ${target}.`);
}

/** Whether the element has the focus now. */
export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

/** Presses Enter on a link or button, or in a field. */
export async function pressEnterOn(
  page: Page,
  target: Locator,
  direction: 'forward' | 'back' = 'forward',
): Promise<void> {
  await tabTo(page, target, direction);
  await page.keyboard.press('Enter');
}

/** Ticks a box or a radio button by Space. */
export async function tickByKeyboard(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box);
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
}

/** Types into a text field in place of what it holds. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await typeHere(page, text);
  await expect(field).toHaveValue(text);
}

/** Types where the focus is, in place of what stands there. */
export async function typeHere(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Chooses an option of a select, named by its value or text: by typing its first word, then by arrow keys. */
export async function chooseByTyping(
  page: Page,
  select: Locator,
  wantedOption: string,
  direction: 'forward' | 'back' = 'forward',
): Promise<void> {
  await tabTo(page, select, direction);
  const options = await select.evaluate((element: HTMLSelectElement) =>
    [...element.options].map((option) => ({ value: option.value, text: option.text })),
  );
  const index = options.findIndex(({ value, text }) => value === wantedOption || text === wantedOption);
  const wanted = options[index];
  if (!wanted) throw new Error(`${select} has no option ${wantedOption}.`);
  // An umlaut has no key here: Playwright would insert it into the text field that last had the focus.
  await page.keyboard.type(/^[\w-]+/.exec(wanted.text)?.[0] ?? '');
  for (let presses = 0; presses < options.length; presses++) {
    const chosen = await select.inputValue();
    if (chosen === wanted.value) return;
    const from = options.findIndex(({ value }) => value === chosen);
    await page.keyboard.press(from < index ? 'ArrowDown' : 'ArrowUp');
  }
  await expect(select).toHaveValue(wanted.value);
}

/**
 * Tabs once through the whole page, from the skip link to the last control, and back to the first one:
 * nothing holds the focus, nothing that takes it is left out.
 */
export async function tabThroughPage(page: Page): Promise<string[]> {
  const names: string[] = [];
  await page.evaluate(noteFocus);
  for (let presses = 0; presses < mostTabs; presses++) {
    const look = await step(page, 'forward');
    if (look === null) return names;
    names.push(look.name);
  }
  throw new Error(`${page.url()} holds the focus: ${names.slice(-5).join(', ')}`);
}
