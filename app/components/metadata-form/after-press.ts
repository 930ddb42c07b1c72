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
 * Runs what moves the page once no pointer is down: leaving a field by pressing a button must not move
 * the button away before the press has ended. Call once before, so that presses are known.
 */
export function afterPress(run?: () => void): void {
  watchPresses();
  if (!run) return;
  if (!isPressed) return run();
  // The click follows the end of the press within the same turn.
  window.addEventListener('pointerup', () => setTimeout(run), { once: true });
}
