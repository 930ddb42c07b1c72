let isPressed = false;
let watches = false;

function watchPresses(): void {
  if (watches) return;
  watches = true;
  window.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => (isPressed = false), true);
  }
}

/**
 * Runs something that moves the page once no pointer is down, because a button must not move away before its press has
 * ended. Call it once before without argument, to start listening.
 */
export function afterPress(run?: () => void): void {
  watchPresses();
  if (!run) return;
  if (!isPressed) return run();
  // The click follows `pointerup` in the same task.
  window.addEventListener('pointerup', () => setTimeout(run), { once: true });
}
