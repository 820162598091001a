import { createContext, useContext } from 'react'

/** False for accounts created by a sign-in service, which have no password. */
export const HasPassword = createContext(true)

/** Sent as the password of accounts that have none, since the contract requires some text; the server ignores it. */
export const NO_PASSWORD = '-'

export const useFirstPassword = () => (useContext(HasPassword) ? '' : NO_PASSWORD)
