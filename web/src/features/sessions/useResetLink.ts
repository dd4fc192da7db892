import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../../auth/SessionProvider.tsx'

/** The parameters of a reset link. */
export interface ResetLink {
  accessToken: string
  refreshToken: string
}

/**
 * Returns the tokens of the opened reset link; undefined if one is missing. Removes them at once from the address bar, and so from the
 * browser's history.
 */
export function useResetLink(): ResetLink | undefined {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const [link] = useState(() => parseResetLink(search))
  useEffect(() => {
    if (link) session.beginRecovery()
  }, [link, session])
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true })
  }, [pathname, search, navigate])
  return link
}

function parseResetLink(search: string): ResetLink | undefined {
  const query = new URLSearchParams(search)
  const accessToken = query.get('access_token')
  const refreshToken = query.get('refresh_token')
  return accessToken && refreshToken ? { accessToken, refreshToken } : undefined
}
