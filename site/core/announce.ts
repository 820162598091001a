export const ANNOUNCER_ID = 'announcer'

/** Says to assistive technology what others see change elsewhere. */
export function announce(text: string): void {
  const region = document.getElementById(ANNOUNCER_ID)
  if (region) region.textContent = text
}
