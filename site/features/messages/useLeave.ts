import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { pageErrorOf } from '#site/core/errors.ts'

/** Navigates away and returns true if the login session has ended or the other account was deleted. */
export function useLeave(): (error: unknown) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(
    (error) => {
      const { status, code } = pageErrorOf(error)
      if (status === 401) void navigate(paths.login(pathname + search))
      else if (code === 'user_not_found') void navigate(missingUser(), { replace: true })
      else return false
      return true
    },
    [navigate, pathname, search],
  )
}

const PARAMETER = 'unknown'

export function missingUser(): string {
  return `${paths.messages()}?${PARAMETER}=1`
}

export function isMissingUser(query: URLSearchParams): boolean {
  return query.has(PARAMETER)
}
