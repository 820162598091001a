import { createContext, useContext } from 'react'

/** Whether the viewer's account has a password; accounts created by a sign-in service have none. */
export const HasPassword = createContext(true)

/** Text sent as the password of accounts that have none; the contract requires some text, and the server ignores it. */
export const NO_PASSWORD = '-'

/**
 * Returns the initial value of the field for the current password: empty, or `NO_PASSWORD` for an account without a
 * password.
 */
export const useFirstPassword = () => (useContext(HasPassword) ? '' : NO_PASSWORD)
