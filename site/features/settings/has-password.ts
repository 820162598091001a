import { createContext, useContext } from 'react'

/** Whether the viewer's account has a password; accounts made by a sign-in service have none. */
export const HasPassword = createContext(true)

/** The contract wants some text as password; for accounts without one it is not read. */
export const NO_PASSWORD = '-'

/** The initial value of the field for the current password. */
export const useFirstPassword = () => (useContext(HasPassword) ? '' : NO_PASSWORD)
