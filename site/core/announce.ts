export const ANNOUNCER_ID = 'announcer'

/** Announces a change that others see elsewhere on the page to assistive technology. */
export function announce(text: string): void {
  const region = document.getElementById(ANNOUNCER_ID)
  // The same text again would be no change.
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text
}
