import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Notice, type NoticeTone } from '../ui/Notice.tsx'

interface PlanNoticeProps {
  tone: NoticeTone
  title: string
  children: ReactNode
}

/** Says that the account's plan gives no more of something, and leads to the plans. */
export function PlanNotice({ tone, title, children }: PlanNoticeProps) {
  return (
    <Notice
      tone={tone}
      title={title}
      action={
        <Button variant="default" size="xs" component={Link} to="/admin/billing">
          See plans
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
