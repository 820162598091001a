import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { pageErrorOf } from '#site/app/errors.ts'
import { missingMember } from './missing-member.ts'

/**
 * Leaves a screen of messages whose call failed for good: without a session for /login and back, without the other member
 * for the list. True where it did.
 */
export function useLeave(): (error: unknown) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback((error) => {
    const { status, code } = pageErrorOf(error)
    if (status === 401) void navigate(paths.login(pathname + search))
    else if (code === 'user_not_found') void navigate(missingMember(), { replace: true })
    else return false
    return true
  }, [navigate, pathname, search])
}
