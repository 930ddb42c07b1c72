import { expect, type ElementHandle, type Locator, type Page } from '@playwright/test';

import { lookAtFocus, noteFocus, type FocusLook } from './focus-look';

/** Twice as many controls as the longest screen has, to stop a search for an unreachable one. */
const mostTabs = 600;

/**
 * Moves the focus by one Tab, or Shift+Tab, and checks the focused element: in the window, not covered, marked, and
 * after the previous one. Returns null past the last control.
 */
export async function pressTab(page: Page, direction: 'forward' | 'back' = 'forward'): Promise<string | null> {
  await page.evaluate(noteFocus);
  return (await step(page, direction))?.name ?? null;
}

/** One of several Tabs in a row, between which nothing else moves the focus. */
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

/** Presses Tab until the element has the focus; past the last control it continues from the first. */
export async function tabTo(page: Page, target: Locator, direction: 'forward' | 'back' = 'forward'): Promise<void> {
  await expect(target).toHaveCount(1);
  const element = await target.elementHandle();
  await page.evaluate(noteFocus);
  for (let presses = 0; presses < mostTabs; presses++) {
    if ((await step(page, direction, element))?.isTarget) return;
  }
  throw new Error(`${mostTabs} times Tab on ${page.url()} did not lead to ${target}.`);
}

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

/** Ticks a checkbox or radio button with Space. */
export async function tickByKeyboard(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box);
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
}

/** Replaces the content of a text field. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await typeHere(page, text);
  await expect(field).toHaveValue(text);
}

/** Replaces the content of the focused field. */
export async function typeHere(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Chooses an option of a select by value or text: types its first word, then presses arrow keys. */
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
  // There is no key for an umlaut, so Playwright would insert it into the text field that last had the focus.
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
 * Tabs once through the whole page, from the skip link to the last control and back to the first one. Expects that
 * nothing traps the focus and no focusable element is skipped.
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
