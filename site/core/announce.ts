export const ANNOUNCER_ID = 'announcer'

/** Announces a change that others see elsewhere on the page to assistive technology. */
export function announce(text: string): void {
  const region = document.getElementById(ANNOUNCER_ID)
  if (region) region.textContent = text
}
