import { webPaths } from '@culvert/schema/web-paths'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { Notice } from '../../ui/Notice.tsx'
import type { Permission } from './permission.ts'

/** Says that the plan allows no more of something, with a link to the plans. Renders nothing if the plan allows more, or if the role forbids it. */
export function PlanNotice({ permission }: { permission: Permission | undefined }) {
  const refusal = permission?.refusal
  if (!refusal || refusal.reason === 'ROLE') return null
  return (
    <Notice
      tone={refusal.reason === 'NOT_IN_PLAN' ? 'info' : 'warning'}
      title={refusal.title}
      action={
        <Button variant="default" size="xs" component={Link} to={webPaths.billing}>
          See plans
        </Button>
      }
    >
      {refusal.text}
    </Notice>
  )
}
