/** How an operation is sent that needs no session, and whose answer no cache may keep: it opens a session, or tells a secret. */
export const withoutSession = { fetchPolicy: 'no-cache', context: { withoutSession: true } } as const
