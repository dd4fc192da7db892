import type { RequestTunnels } from './request.ts'

/** Returns why the viewer may not replay requests, or save or run sets; undefined if they may. */
export function findRoleObstacle({ viewerCanReplayRequests }: RequestTunnels): string | undefined {
  return viewerCanReplayRequests ? undefined : 'Owners and admins of this account can replay requests.'
}
