import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import type { Role } from '../../graphql/generated/graphql.ts'
import type { Membership } from './membership.ts'

/** How much each role may do, compared with the others. */
const ranks: Record<Role, number> = { viewer: 0, admin: 1, super_admin: 2 }

/**
 * Says so when the viewer's role in the account on the screen changes, and queries again what the screens show. Returns how often a role has
 * been lowered: a form or a dialog that was opened before may be for something that the viewer may no longer do.
 */
export function useChangedRole({ account: { id, name }, role }: Membership): number {
  const client = useApolloClient()
  const [known, setKnown] = useState({ id, role, demotions: 0 })
  if (known.id !== id || known.role !== role) {
    const isDemotion = known.id === id && ranks[role] < ranks[known.role]
    setKnown({ id, role, demotions: known.demotions + Number(isDemotion) })
  }

  const last = useRef({ id, role })
  useEffect(() => {
    const former = last.current
    last.current = { id, role }
    if (former.id !== id || former.role === role) return
    // What could not be read stays as it was; the query of each screen reports the reason.
    client.refetchQueries({ include: 'active' }).catch(() => undefined)
    void Promise.all([import('../../ui/notify.ts'), import('./roles.ts')]).then(([{ notify }, { roles }]) =>
      notify(`Your role in ${name} is now ${roles[role].name}.`),
    )
  }, [client, id, name, role])
  return known.demotions
}
