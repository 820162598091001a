/** Ends the session of a token that nobody keeps, and clears the cookie that came with it. */
export async function endSession(token: string): Promise<void> {
  await fetch('/api/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, credentials: 'include' })
    .catch((error: unknown) => console.warn('Ending the session failed', error))
}
