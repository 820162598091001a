export const ANNOUNCER_ID = 'announcer'

/** Announces to screen readers a change that sighted readers see elsewhere on the page. */
export function announce(text: string): void {
  const region = document.getElementById(ANNOUNCER_ID)
  // Screen readers do not announce an unchanged text, so a repeated text gets a trailing space.
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text
}
