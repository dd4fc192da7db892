import { Box } from '@mantine/core'
import { IconAlert } from '../../ui/icons.ts'
import { When } from '../../ui/When.tsx'
import type { Membership } from './membership.ts'
import classes from './SuspensionBanner.module.css'

type Suspension = NonNullable<Membership['account']['suspension']>

/** Tells members that the operator has suspended the account, why, and what still works. */
export function SuspensionBanner({ suspension }: { suspension: Suspension | null }) {
  if (!suspension) return null
  return (
    <section className={classes.root} aria-label="Suspension">
      <IconAlert size={16} aria-hidden />
      <Box component="p" m={0} style={{ overflowWrap: 'anywhere' }}>
        <strong>The operator suspended this account</strong> on <When iso={suspension.since} />: “{suspension.reason}”
        It has no tunnels and nothing can be changed. You can still export, leave or delete it. Write to the operator to
        have it resumed.
      </Box>
    </section>
  )
}
