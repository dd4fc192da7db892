import { useWhoMay } from '../accounts/useWhoMay.ts'
import type { RequestTunnels } from './request.ts'

/** Returns why the viewer may not replay requests, or save or run sets; undefined if they may, and while that is not known. */
export function useRoleObstacle(account: RequestTunnels | undefined): string | undefined {
  const who = useWhoMay('Owners and admins of this account can replay requests.')
  return !account || account.viewerCanReplayRequests ? undefined : who
}
