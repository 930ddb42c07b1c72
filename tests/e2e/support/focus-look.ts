/** The focused element, and the defects of its focus. */
export interface FocusLook {
  name: string;
  errors: string[];
  /** Whether it is the expected element. */
  isTarget: boolean;
}

type Trail = { element: Element; look: string | null; name: string } | undefined;

/**
 * Runs in the page before the first of several Tabs, because the page or its script may have moved the focus since the
 * last one.
 */
export function noteFocus(): void {
  const memory = window as unknown as { focusTrail: Trail };
  const element = document.activeElement;
  if (element === memory.focusTrail?.element) return;
  const isNowhere = element === null || element === document.body;
  memory.focusTrail = isNowhere ? undefined : { element, look: null, name: element.tagName.toLowerCase() };
}

/**
 * Runs in the page after each Tab. The focused element must be in the window and its middle not covered (WCAG 2.4.11),
 * look different from its state without the focus (2.4.7), and follow the previous one in the document (2.4.3). Its
 * look without the focus is known only at the next Tab. Returns null if no element has the focus.
 */
export function lookAtFocus({
  direction,
  target = null,
}: {
  direction: 'forward' | 'back';
  target?: Element | null;
}): FocusLook | null {
  const memory = window as unknown as { focusTrail: Trail };

  /** The element that shows the focus: the label if the control itself is not painted. */
  const painted = (element: Element): Element => {
    const style = getComputedStyle(element);
    const isInvisible = style.opacity === '0' || style.clipPath !== 'none';
    return (isInvisible && (element as HTMLInputElement).labels?.[0]) || element;
  };
  const assetsOf = (element: Element): string => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(painted(element));
    return outlineStyle === 'none' ? boxShadow : `${outlineWidth} ${outlineColor} ${boxShadow}`;
  };
  const nameOf = (element: Element): string => {
    const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const label = (element as HTMLInputElement).labels?.[0]?.textContent ?? text;
    return `${element.tagName.toLowerCase()} ${label.trim().replace(/\s+/g, ' ').slice(0, 60)}`;
  };
  /** Visible part of the first box of an element, within the window and the areas around it. */
  const seenBox = (element: Element) => {
    const first = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
    if (!first) return null;
    const box = { left: first.left, top: first.top, right: first.right, bottom: first.bottom };
    const clip = (by: { left: number; top: number; right: number; bottom: number }) => {
      box.left = Math.max(box.left, by.left);
      box.top = Math.max(box.top, by.top);
      box.right = Math.min(box.right, by.right);
      box.bottom = Math.min(box.bottom, by.bottom);
    };
    clip({ left: 0, top: 0, right: document.documentElement.clientWidth, bottom: window.innerHeight });
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (around !== document.body && getComputedStyle(around).overflow !== 'visible') {
        clip(around.getBoundingClientRect());
      }
    }
    return box.right - box.left >= 1 && box.bottom - box.top >= 1 ? box : null;
  };
  const coverOf = (element: Element): string | null => {
    const shown = painted(element);
    const box = seenBox(shown);
    if (!box) return 'is out of sight';
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const belongs =
      hit !== null && (shown.contains(hit) || hit.contains(shown) || element.contains(hit) || hit === element);
    return belongs ? null : `is covered by ${hit?.tagName.toLowerCase()}.${hit?.getAttribute('class') ?? ''}`;
  };

  const errors: string[] = [];
  const before = memory.focusTrail;
  const element = document.activeElement;
  const isNowhere = element === null || element === document.body || element === document.documentElement;
  if (before?.element.isConnected && before.element !== element && assetsOf(before.element) === before.look) {
    errors.push(`${before.name} looks the same with and without the focus`);
  }
  if (isNowhere) {
    memory.focusTrail = undefined;
    return errors.length > 0 ? { name: '', errors, isTarget: false } : null;
  }
  if (before?.element.isConnected) {
    const follows = before.element.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    // After the last control a browser may continue with the first one without stopping at its own toolbars.
    const isRoundAgain = direction === 'forward' && !follows && element.matches('.skip-link');
    if (isRoundAgain) {
      memory.focusTrail = undefined;
      return null;
    }
    if (before.element === element) errors.push('keeps the focus');
    else if (Boolean(follows) !== (direction === 'forward')) errors.push(`is out of order after ${before.name}`);
  }
  const cover = coverOf(element);
  if (cover) errors.push(cover);
  const name = nameOf(element);
  memory.focusTrail = { element, look: assetsOf(element), name };
  return { name, errors, isTarget: element === target };
}
